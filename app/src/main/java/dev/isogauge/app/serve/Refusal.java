package dev.isogauge.app.serve;

/** Why a batch is not taken although there may be nothing wrong with it. */
final class Refusal extends Exception {
  private static final long serialVersionUID = 1;

  private final Reason reason;

  enum Reason {
    /** More would not fit into memory now; the producer tries again. */
    BUSY,
    /** The service replays its journal; the producer tries again. */
    NOT_YET,
    /** The service is stopping, or was asked to finish. */
    STOPPING,
    /** The id was used for another body. */
    OTHER_BODY,
    /** The journal could not be written. */
    NOT_DURABLE,
    /** The disk is full; the producer tries again. */
    NO_SPACE
  }

  Refusal(Reason reason, String message) {
    super(message, null, false, false);
    this.reason = reason;
  }

  Reason reason() {
    return reason;
  }
}
