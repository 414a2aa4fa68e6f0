package dev.isogauge.collect;

import java.util.List;

/** The user named something that does not exist; the message says what does. */
public final class UnknownNameException extends DatabaseException {
  private static final long serialVersionUID = 1;

  private final String name;
  private final transient List<String> known;

  /**
   * An unknown name.
   *
   * @param kind of what it is a name
   * @param known the names there are
   */
  public UnknownNameException(String kind, String name, List<String> known) {
    super(
        "unknown "
            + kind
            + " '"
            + name
            + "'; there are "
            + (known.isEmpty() ? "none" : String.join(", ", known)));
    this.name = name;
    this.known = List.copyOf(known);
  }

  /** The unknown name. */
  public String name() {
    return name;
  }

  /** The names there are. */
  public List<String> known() {
    return known;
  }
}
