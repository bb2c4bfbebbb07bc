# Consistency: are the LRs calibrated, and where? The test of calibration, the range of LRs that
# are shown to be calibrated, and the curve of overstatement. Begin with consistency-test; the
# band that calibrated LRs stay in is in interval-calibration-band, because curves of the core draw
# it.
#
# Other rooms use:
#   consistency-plot-range: proven_findings
#   consistency-range: calibration_range
#   consistency-test: calibration_test
