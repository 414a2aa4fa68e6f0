package dev.isogauge.collect;

import dev.isogauge.text.Suggestions;
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
    super("unknown " + kind + " '" + name + "'" + instead(name, known));
    this.name = name;
    this.known = List.copyOf(known);
  }

  /** A name that is none, where a message can say what to write instead. */
  public UnknownNameException(String name, String message) {
    super(message);
    this.name = name;
    this.known = List.of();
  }

  /** What may be meant, and what there is; a list may say what follows a name in brackets. */
  private static String instead(String name, List<String> known) {
    List<String> names = known.stream().map(each -> each.replaceAll("\\[.*", "")).toList();
    String meant = Suggestions.didYouMean(name, names);
    return meant.isEmpty()
        ? "; there are " + (known.isEmpty() ? "none" : String.join(", ", known))
        : meant;
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
