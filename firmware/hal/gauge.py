"""The cell's voltage. The divider is on only while it is read (energy.md 4)."""

from time import sleep_ms

from machine import ADC, Pin


def read_mv(board):
    """Millivolts, mean of eight readings; None when they fail, as they may since 1.29."""
    gauge = board.BATTERY
    enable = gauge["enable"]
    if enable:
        switch = Pin(enable[0], Pin.OUT, value=enable[1])
        sleep_ms(enable[2])
    try:
        adc = ADC(Pin(gauge["adc"]), atten=ADC.ATTN_11DB)
        total_uv = 0
        for _ in range(8):
            total_uv += adc.read_uv()
    except (OSError, ValueError):
        return None
    finally:
        if enable:
            switch(1 - enable[1])
    num, den = gauge["ratio"]
    return total_uv * num // (8000 * den)
