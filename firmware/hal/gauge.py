"""The cell's voltage. The divider is on only while it is read (energy.md 4)."""

from time import sleep_ms

from machine import ADC, Pin


def read_mv(board):
    """Millivolts, mean of eight readings; None when one fails, as it may since 1.29."""
    gauge = board.BATTERY
    enable = gauge["enable"]
    if enable:
        switch = Pin(enable[0], Pin.OUT, value=enable[1])
        sleep_ms(enable[2])
    mv = None
    try:
        adc = ADC(Pin(gauge["adc"]), atten=ADC.ATTN_11DB)
        num, den = gauge["ratio"]
        mv = sum([adc.read_uv() for _ in range(8)]) * num // (8000 * den)
    except (OSError, ValueError):
        pass
    if enable:
        switch(1 - enable[1])
    return mv
