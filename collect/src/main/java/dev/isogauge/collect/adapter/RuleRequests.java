package dev.isogauge.collect.adapter;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Requests of a rule of the contract, and the answers that do not do. */
final class RuleRequests {
  private final AdapterProcess process;
  private final Duration patience;

  /** An answer that breaks the rule. */
  static final class WrongException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient List<String> lines;

    WrongException(List<String> lines) {
      super(String.join("\n", lines));
      this.lines = List.copyOf(lines);
    }

    /** The request, the answer, and what was expected. */
    List<String> lines() {
      return lines;
    }
  }

  RuleRequests(AdapterProcess process, Duration patience) {
    this.process = process;
    this.patience = patience;
  }

  /** Sends a request of a session, or of none. */
  AdapterProcess.Pending send(String session, String verb, Object argument)
      throws Channel.BrokenException {
    Map<String, Object> request = new LinkedHashMap<>();
    if (!session.isEmpty()) {
      request.put("session", session);
    }
    request.put(verb, argument);
    request.put("ignoreThis", true); // Unknown fields are ignored.
    return process.send(request);
  }

  AdapterAnswer await(AdapterProcess.Pending request) throws Channel.BrokenException {
    return process.await(request, patience);
  }

  /** The result of a request that must go well. */
  Object ok(String session, String verb, Object argument)
      throws Channel.BrokenException, WrongException {
    AdapterProcess.Pending request = send(session, verb, argument);
    AdapterAnswer answer = await(request);
    if (!answer.isOk()) {
      throw wrong(request, answer, "ok");
    }
    return answer.value();
  }

  /** A request that must have this result; the numbers 5 and 5.0 are not the same. */
  void expect(String session, String verb, Object argument, Object expected)
      throws Channel.BrokenException, WrongException {
    AdapterProcess.Pending request = send(session, verb, argument);
    AdapterAnswer answer = await(request);
    if (!answer.isOk() || !Objects.equals(answer.value(), expected)) {
      throw wrong(request, answer, "ok " + shown(expected));
    }
  }

  /** What is optional: its result, or that it is not supported. */
  void okOrUnsupported(String session, String verb, Object argument)
      throws Channel.BrokenException, WrongException {
    AdapterProcess.Pending request = send(session, verb, argument);
    AdapterAnswer answer = await(request);
    if (!answer.isOk() && answer.word() != AdapterAnswer.Word.UNSUPPORTED) {
      throw wrong(request, answer, "ok or unsupported");
    }
  }

  WrongException wrong(AdapterProcess.Pending request, AdapterAnswer answer, String expected) {
    return new WrongException(
        List.of(
            "> " + request.line(),
            "< " + answer.word().id() + " " + shown(answer.value()),
            "expected " + expected));
  }

  static String shown(Object value) {
    if (value instanceof Map<?, ?> || value instanceof List<?>) {
      String line = ProtocolLine.of(Map.of("", value));
      return line.substring("{\"\":".length(), line.length() - 1);
    }
    return String.valueOf(value);
  }

  /** A transaction that reads a key, in a session that is there. */
  Object committed(String session, String level, String key)
      throws Channel.BrokenException, WrongException {
    begin(session, level);
    Object value = ok(session, "read", key);
    ok(session, "commit", Map.of());
    return value;
  }

  void begin(String session, String level) throws Channel.BrokenException, WrongException {
    Map<String, Object> begin = new LinkedHashMap<>();
    begin.put("level", level);
    begin.put("readOnly", false);
    ok(session, "begin", begin);
  }

  /** Begins a transaction that writes a key. */
  void write(String session, String level, String key, long value)
      throws Channel.BrokenException, WrongException {
    begin(session, level);
    ok(session, "write", List.of(key, value));
  }

  List<Object> pairs(Object... keysAndValues) {
    List<Object> pairs = new ArrayList<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      pairs.add(List.of(keysAndValues[i], keysAndValues[i + 1]));
    }
    return pairs;
  }
}
