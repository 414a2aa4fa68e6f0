package dev.isogauge.generate;

/** A workload that cannot be generated; the message names the option and what is allowed. */
public final class InvalidWorkloadException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  public InvalidWorkloadException(String message) {
    super(message);
  }

  static void unlessBetween(String option, long value, long least, long most) {
    if (value < least || value > most) {
      throw new InvalidWorkloadException(
          option + " is " + value + "; expected " + least + " to " + most);
    }
  }

  static void unlessBetween(String option, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw new InvalidWorkloadException(
          option + " is " + value + "; expected " + least + " to " + most);
    }
  }
}
