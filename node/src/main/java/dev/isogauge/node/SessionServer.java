package dev.isogauge.node;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Answers the requests of one session, by the protocol of adapters that docs/adapters.md describes,
 * on a connection of its own. When that is gone, the transaction is, too. The greeting must have
 * the node's secret among its settings.
 *
 * <p>Besides, {@code version} says what the member is, {@code complete} whether all members have
 * found one another, and {@code standing} how this one stands. A list is a text that begins with a
 * bracket.
 */
final class SessionServer implements Runnable {
  private static final Set<String> ABOUT = Set.of("id", "session");
  private static final String LIST = "[";

  private final Socket socket;
  private final Member member;
  private final String secret;

  /** Null before the first transaction. */
  private Transactions transactions;

  private String level = "";

  /** There is no such request. */
  private static final class UnsupportedException extends Exception {
    private static final long serialVersionUID = 1;
  }

  SessionServer(Socket socket, Member member, String secret) {
    this.socket = socket;
    this.member = member;
    this.secret = secret;
  }

  @Override
  public void run() {
    try (socket) {
      socket.setTcpNoDelay(true);
      Line line = new Line(socket);
      Map<?, ?> hello = line.read();
      if (!isGreeting(hello.get("hello"))) {
        return;
      }
      line.write(answer(hello, "ok", Map.of("name", member.version())));
      while (true) {
        Map<?, ?> request = line.read();
        line.write(answer(request));
        if (request.containsKey("close")) {
          return;
        }
      }
    } catch (IOException e) {
      // The session is gone.
    } finally {
      end();
    }
  }

  private boolean isGreeting(Object hello) {
    return hello instanceof Map<?, ?> greeting
        && greeting.get("settings") instanceof Map<?, ?> settings
        && settings.get("secret") instanceof String word
        && MessageDigest.isEqual(
            word.getBytes(StandardCharsets.UTF_8), secret.getBytes(StandardCharsets.UTF_8));
  }

  private static Map<String, Object> answer(Map<?, ?> request, String word, Object value) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("id", request.get("id"));
    answer.put(word, value);
    return answer;
  }

  private Map<String, Object> answer(Map<?, ?> request) {
    String verb = "";
    Object argument = null;
    for (Map.Entry<?, ?> field : request.entrySet()) {
      if (verb.isEmpty() && !ABOUT.contains(field.getKey())) {
        verb = (String) field.getKey();
        argument = field.getValue();
      }
    }
    try {
      return answer(request, "ok", done(verb, argument));
    } catch (UnsupportedException e) {
      return answer(request, "unsupported", null);
    } catch (Conflict e) {
      transactions.rollback();
      return answer(request, "aborted", e.getMessage());
    } catch (Exception e) {
      return answer(request, verb.equals("commit") ? "unknown" : "rejected", e.toString());
    }
  }

  private Object done(String verb, Object argument) throws Exception {
    switch (verb) {
      case "open", "close" -> {
        // The connection is the session.
      }
      case "setup" -> member.clear();
      case "begin" -> begin((String) ((Map<?, ?>) argument).get("level"));
      case "read" -> {
        return shown(transactions.value((String) argument));
      }
      case "lock" -> {
        return shown(transactions.valueForUpdate((String) argument));
      }
      case "write" -> transactions.put(key(argument), Long.toString(number(argument, 1)));
      case "append" -> {
        String list = transactions.valueForUpdate(key(argument));
        transactions.put(key(argument), (list == null ? LIST : list + ",") + number(argument, 1));
      }
      case "cas" -> {
        String expected = Long.toString(number(argument, 1));
        boolean isExpected = expected.equals(transactions.valueForUpdate(key(argument)));
        if (isExpected) {
          transactions.put(key(argument), Long.toString(number(argument, 2)));
        }
        return isExpected;
      }
      case "delete" -> transactions.remove((String) argument);
      case "commit" -> {
        transactions.commit();
        return Map.of();
      }
      case "rollback" -> transactions.rollback();
      case "version" -> {
        return member.version();
      }
      case "complete" -> {
        return member.isComplete();
      }
      case "standing" -> {
        return member.standing();
      }
      default -> throw new UnsupportedException();
    }
    return null;
  }

  private void begin(String name) throws Exception {
    String wanted = name.toLowerCase(Locale.ROOT).replace(' ', '-');
    if (transactions == null || !wanted.equals(level)) {
      end();
      transactions = member.connect(wanted);
      level = wanted;
    }
    transactions.begin();
  }

  private void end() {
    if (transactions != null) {
      transactions.rollback();
      transactions.close();
      transactions = null;
    }
  }

  private static String key(Object argument) {
    return (String) ((List<?>) argument).get(0);
  }

  private static long number(Object argument, int index) {
    return (Long) ((List<?>) argument).get(index);
  }

  /** A value as the protocol has it. */
  private static Object shown(String value) {
    if (value == null) {
      return null;
    } else if (!value.startsWith(LIST)) {
      return Long.valueOf(value);
    }
    List<Long> elements = new ArrayList<>();
    for (String element : value.substring(LIST.length()).split(",", -1)) {
      elements.add(Long.valueOf(element));
    }
    return elements;
  }
}
