package dev.isogauge.property;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The same history written down differently: lines in another order, other names for keys. */
final class Arrangement {
  private static final Pattern SESSION = Pattern.compile("^(\\S+?)(?= |:)");

  /** Keys of our generators, or what an operation or an order names first. */
  private static final Pattern KEY =
      Pattern.compile("\\bk\\d+\\b|(?<=\\b[rwad]\\()[a-z]\\w*(?=[,)])");

  private Arrangement() {}

  /** Transactions of a session stay in their order; those of different ones are shuffled. */
  static String shuffled(String text, Random random) {
    Map<String, List<String>> queues = new LinkedHashMap<>();
    List<String> sources = new ArrayList<>();
    List<String> head = new ArrayList<>();
    for (String line : text.lines().toList()) {
      String session = session(line);
      if (session.equals("init") || session.equals("order")) {
        head.add(line);
      } else {
        queues.computeIfAbsent(session, unused -> new ArrayList<>()).add(line);
        sources.add(session);
      }
    }
    Collections.shuffle(head, random);
    // Half of the time whole sessions move, which keeps more of what a checker may lean on.
    List<String> sessions = new ArrayList<>(queues.keySet());
    Collections.shuffle(sessions, random);
    if (random.nextBoolean()) {
      Collections.shuffle(sources, random);
    } else {
      sources.sort((a, b) -> sessions.indexOf(a) - sessions.indexOf(b));
    }
    List<String> lines = new ArrayList<>(head);
    sources.forEach(session -> lines.add(queues.get(session).remove(0)));
    return String.join("\n", lines) + "\n";
  }

  /** Sessions take one another's names. */
  static String exchanged(String text, Random random) {
    Map<String, String> names = new LinkedHashMap<>();
    text.lines().map(Arrangement::session).forEach(session -> names.put(session, session));
    names.keySet().removeAll(List.of("init", "order"));
    List<String> others = new ArrayList<>(names.keySet());
    Collections.shuffle(others, random);
    names.replaceAll((name, unused) -> others.remove(0));
    return text.lines()
        .map(
            line ->
                names.getOrDefault(session(line), session(line))
                    + line.substring(session(line).length()))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static String session(String line) {
    return SESSION.matcher(line).results().findFirst().map(MatchResult::group).orElseThrow();
  }

  /** Other names for keys, which sort differently. */
  static String renamed(String text, Random random) {
    TreeSet<String> keys = new TreeSet<>();
    KEY.matcher(text).results().forEach(match -> keys.add(match.group()));
    List<String> names = new ArrayList<>();
    keys.forEach(key -> names.add("other" + names.size()));
    Collections.shuffle(names, random);
    Map<String, String> renaming = new LinkedHashMap<>();
    keys.forEach(key -> renaming.put(key, names.get(renaming.size())));
    return KEY.matcher(text).replaceAll(match -> renaming.get(match.group()));
  }
}
