"""The lab: exact odds, simulation, betting systems and counting; needs the extra ``lab``."""
