"""The energy of an hour of play on a board, from what the bench counted of an evening.

The model is that of the hardware notes: presses, refreshes, and what is drawn between them.
    mA = (presses * T_PRESS * I_ON + panel_s * panel mA + wakes * WAKE_MC + deep_s * I_DEEP
          + what the chip draws when it is not in deep sleep) / seconds
A chip that can sleep lightly does so between keys, I_LIGHT, and while the panel works, I_MCU more;
one that cannot draws I_ON until its deep sleep.  Published
measurements, none of them ours: a module awake without radio and its light sleep
(ComNets-Bremen/WUSN), 26.4 mW of a 4.2" panel (Waveshare wiki), a wake of MicroPython from deep
sleep (glenn20/upy-esp32-experiments), 20 to 300 uA of boards in deep sleep.
"""

I_ON, I_MCU, I_LIGHT, I_DEEP = 35, 0.8, 0.5, 0.2  # mA
T_PRESS = 0.15  # s of work a press
WAKE_MC = 26  # a start from deep sleep
# board: seconds of a partial and of a full refresh, mA of the panel meanwhile
PANELS = {
    "crowpanel_42": (0.4, 3.0, 8),
    "crowpanel_29": (0.4, 3.0, 8),
    "reterminal_e1001": (0.9, 4.1, 20),
    "magtag": (0.75, 3.0, 8),
    "lilygo_t5_29_v24": (0.75, 3.8, 8),
    "m5_coreink": (0.33, 0.93, 8),
    "waveshare_esp32_driver": (0.4, 3.5, 8),
    "waveshare_esp32_driver_29": (0.75, 4.0, 8),
}


def mah_an_hour(board, counted, sleeps_lightly=True):
    """counted: {"seconds", "presses", "partials", "fulls", "deep_s", "wakes"} of an evening."""
    partial_s, full_s, panel_ma = PANELS[board]
    seconds, deep_s = counted["seconds"], counted["deep_s"]
    panel_s = counted["partials"] * partial_s + counted["fulls"] * full_s
    drawn = counted["presses"] * T_PRESS * I_ON + panel_s * panel_ma
    drawn += counted["wakes"] * WAKE_MC + deep_s * I_DEEP
    if sleeps_lightly:
        drawn += panel_s * I_MCU + (seconds - deep_s) * I_LIGHT
    else:
        drawn += (seconds - deep_s) * I_ON
    return drawn / seconds
