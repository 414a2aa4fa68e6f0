import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import com.scalar.db.api.Delete;
import com.scalar.db.api.DistributedTransaction;
import com.scalar.db.api.DistributedTransactionAdmin;
import com.scalar.db.api.DistributedTransactionManager;
import com.scalar.db.api.Get;
import com.scalar.db.api.TableMetadata;
import com.scalar.db.api.Upsert;
import com.scalar.db.exception.transaction.TransactionException;
import com.scalar.db.exception.transaction.UnknownTransactionStatusException;
import com.scalar.db.io.DataType;
import com.scalar.db.io.Key;
import com.scalar.db.service.TransactionFactory;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * An adapter for ScalarDB's transactions over tables of SQLite:
 *
 * <pre>
 * mvn package
 * isogauge test "exec:java -cp 'lib/*' ScalarDbAdapter.java" --isolation snapshot
 * </pre>
 */
public final class ScalarDbAdapter {
  private static final Gson LINES = new GsonBuilder().serializeNulls().create();
  private static final String SPACE = "isogauge";
  private static final String[] LEVELS = {"read-committed", "snapshot", "serializable"};
  private static final String[] CLAIMS = {"read-committed", "snapshot-isolation", "serializability"};

  /** By level: what begins its transactions. */
  private static final Map<String, DistributedTransactionManager> MANAGERS = new HashMap<>();

  private static DistributedTransactionAdmin admin;

  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private DistributedTransaction transaction;

  public static void main(String[] arguments) throws Exception {
    Map<String, ScalarDbAdapter> sessions = new HashMap<>();
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
        ScalarDbAdapter session =
            sessions.computeIfAbsent(
                request.get("session").getAsString(), name -> new ScalarDbAdapter());
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

  private static JsonObject hello() {
    JsonArray levels = new JsonArray();
    for (int i = LEVELS.length - 1; i >= 0; i--) {
      levels.add(
          JsonParser.parseString(
              "{\"name\":\"" + LEVELS[i] + "\",\"claims\":[\"" + CLAIMS[i] + "\"]}"));
    }
    JsonObject hello = new JsonObject();
    hello.addProperty("name", "ScalarDB 3.19.1 over SQLite");
    hello.add("levels", levels);
    hello.add("can", JsonParser.parseString("[\"read\",\"write\",\"delete\",\"append\"]"));
    hello.add("initial", JsonNull.INSTANCE);
    return hello;
  }

  private static void setUp() throws Exception {
    if (MANAGERS.isEmpty()) {
      Properties properties = new Properties();
      properties.setProperty("scalar.db.storage", "jdbc");
      properties.setProperty(
          "scalar.db.contact_points",
          "jdbc:sqlite:" + Files.createTempDirectory("scalardb") + "/db?busy_timeout=2000&journal_mode=WAL");
      for (String level : LEVELS) {
        properties.setProperty(
            "scalar.db.consensus_commit.isolation_level", level.toUpperCase().replace('-', '_'));
        MANAGERS.put(level, TransactionFactory.create(properties).getTransactionManager());
      }
      admin = TransactionFactory.create(properties).getTransactionAdmin();
      admin.createCoordinatorTables(true);
      admin.createNamespace(SPACE, true);
      admin.createTable(
          SPACE,
          "kv",
          TableMetadata.newBuilder()
              .addColumn("id", DataType.TEXT)
              .addColumn("val", DataType.TEXT)
              .addPartitionKey("id")
              .build(),
          true);
    }
    admin.truncateTable(SPACE, "kv");
  }

  private void serve(JsonObject request) {
    try {
      JsonElement result = operate(request);
      answer(request, result == null ? "unsupported" : "ok",
          result == null ? JsonNull.INSTANCE : result);
    } catch (UnknownTransactionStatusException e) {
      answer(request, "unknown", new JsonPrimitive(String.valueOf(e.getMessage())));
    } catch (Exception e) {
      rollBack();
      boolean conflict = e instanceof TransactionException;
      answer(request, conflict ? "aborted" : "rejected", new JsonPrimitive(String.valueOf(e)));
    }
  }

  private void rollBack() {
    try {
      if (transaction != null) {
        transaction.rollback();
      }
    } catch (TransactionException e) {
      // What is not committed is rolled back by whoever meets it.
    }
    transaction = null;
  }

  /** Null for what it cannot do. */
  private JsonElement operate(JsonObject request) throws TransactionException {
    if (request.has("begin")) {
      DistributedTransactionManager manager =
          MANAGERS.get(request.getAsJsonObject("begin").get("level").getAsString());
      if (manager == null) {
        return null;
      }
      transaction = manager.begin();
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
      transaction.delete(
          Delete.newBuilder().namespace(SPACE).table("kv").partitionKey(key(request.get("delete").getAsString())).build());
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

  private static Key key(String name) {
    return Key.ofText("id", name);
  }

  private String read(String name) throws TransactionException {
    return transaction
        .get(Get.newBuilder().namespace(SPACE).table("kv").partitionKey(key(name)).build())
        .map(row -> row.getText("val"))
        .orElse(null);
  }

  private void write(String name, String value) throws TransactionException {
    transaction.upsert(
        Upsert.newBuilder()
            .namespace(SPACE)
            .table("kv")
            .partitionKey(key(name))
            .textValue("val", value)
            .build());
  }
}
