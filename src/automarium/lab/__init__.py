"""The lab: many games of an Automa against simulated players, for designers. Its messages are in ``locale/``."""

import os

FOLDER = os.path.dirname(__file__)
