import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteServer;
import org.apache.ignite.InitParameters;
import org.apache.ignite.table.KeyValueView;
import org.apache.ignite.tx.Transaction;
import org.apache.ignite.tx.TransactionOptions;

/**
 * An adapter for one node of Apache Ignite 3, which runs in this process:
 *
 * <pre>
 * mvn package
 * isogauge test "exec:java @options -cp 'lib/*' Ignite3Adapter.java"
 * </pre>
 */
public final class Ignite3Adapter {
  private static final Gson LINES = new GsonBuilder().serializeNulls().create();
  private static final String LEVEL = "serializable";
  private static Ignite ignite;
  private static KeyValueView<String, String> table;

  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private Transaction transaction;

  public static void main(String[] arguments) throws Exception {
    start();
    Map<String, Ignite3Adapter> sessions = new HashMap<>();
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      JsonObject request = JsonParser.parseString(line).getAsJsonObject();
      if (request.has("hello")) {
        answer(request, "ok", hello());
      } else if (request.has("setup")) {
        setUp();
        answer(request, "ok", JsonNull.INSTANCE);
      } else if (request.has("session")) {
        Ignite3Adapter session =
            sessions.computeIfAbsent(
                request.get("session").getAsString(), name -> new Ignite3Adapter());
        session.thread.submit(() -> session.serve(request));
      } else {
        answer(request, "unsupported", JsonNull.INSTANCE);
      }
    }
    System.exit(0);
  }

  private static synchronized void answer(JsonObject request, String word, JsonElement value) {
    JsonObject answer = new JsonObject();
    answer.add("id", request.get("id"));
    answer.add(word, value);
    System.out.println(LINES.toJson(answer));
    System.out.flush();
  }

  private static JsonElement hello() {
    return JsonParser.parseString(
        "{\"name\":\"Apache Ignite 3.1.0\",\"can\":[\"read\",\"write\",\"delete\",\"append\"],\"initial\":null,"
            + "\"levels\":[{\"name\":\"serializable\",\"claims\":[\"serializability\"]}]}");
  }

  private static void setUp() throws Exception {
    ignite.sql().execute(null, "DELETE FROM kv").close();
  }

  /** Before the first request, as a node takes longer than a request may. */
  private static void start() throws Exception {
    Path folder = Files.createTempDirectory("ignite3");
    Path configuration =
        Files.writeString(
            folder.resolve("ignite.conf"),
            "ignite { network { port: 23344, nodeFinder.netClusterNodes: [\"localhost:23344\"] },"
                + " clientConnector.port: 21080, rest.port: 21030 }");
    IgniteServer node = IgniteServer.start("node", configuration, folder.resolve("work"));
    node.initCluster(
        InitParameters.builder().metaStorageNodeNames("node").clusterName("isogauge").build());
    ignite = node.api();
    ignite.sql().execute(null, "CREATE TABLE kv (id VARCHAR PRIMARY KEY, val VARCHAR)").close();
    table = ignite.tables().table("kv").keyValueView(String.class, String.class);
  }

  private void serve(JsonObject request) {
    try {
      JsonElement result = operate(request);
      answer(request, result == null ? "unsupported" : "ok",
          result == null ? JsonNull.INSTANCE : result);
    } catch (Exception e) {
      boolean commits = request.has("commit");
      rollBack();
      answer(request, commits ? "unknown" : "aborted", new JsonPrimitive(String.valueOf(e)));
    }
  }

  private void rollBack() {
    try {
      if (transaction != null) {
        transaction.rollback();
      }
    } catch (RuntimeException e) {
      // It is over.
    }
    transaction = null;
  }

  /** Null for what it cannot do. */
  private JsonElement operate(JsonObject request) {
    if (request.has("begin")) {
      if (!request.getAsJsonObject("begin").get("level").getAsString().equals(LEVEL)) {
        return null;
      }
      transaction = ignite.transactions().begin(new TransactionOptions().timeoutMillis(5000));
    } else if (request.has("read")) {
      String value = read(request.get("read").getAsString());
      return value == null ? JsonNull.INSTANCE : JsonParser.parseString(value);
    } else if (request.has("write")) {
      JsonArray pair = request.getAsJsonArray("write");
      write(pair.get(0).getAsString(), pair.get(1).toString());
    } else if (request.has("append")) {
      JsonArray pair = request.getAsJsonArray("append");
      String list = read(pair.get(0).getAsString());
      write(
          pair.get(0).getAsString(),
          list == null
              ? "[" + pair.get(1) + "]"
              : list.substring(0, list.length() - 1) + "," + pair.get(1) + "]");
    } else if (request.has("delete")) {
      table.remove(transaction, request.get("delete").getAsString());
    } else if (request.has("commit")) {
      transaction.commit();
      transaction = null;
      return new JsonObject();
    } else if (request.has("rollback") || request.has("close")) {
      rollBack();
    } else if (!request.has("open")) {
      return null;
    }
    return JsonNull.INSTANCE;
  }

  private String read(String name) {
    return table.get(transaction, name);
  }

  private void write(String name, String value) {
    table.put(transaction, name, value);
  }
}
