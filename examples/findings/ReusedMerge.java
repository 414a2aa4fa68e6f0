// java -cp derby.jar:derbyshared.jar ReusedMerge.java
import java.sql.*;

class ReusedMerge {
  public static void main(String[] arguments) throws SQLException {
    String url = "jdbc:derby:memory:merge";
    try (Connection a = DriverManager.getConnection(url + ";create=true");
        Connection b = DriverManager.getConnection(url);
        Statement reader = a.createStatement()) {
      reader.execute("CREATE TABLE items (id BIGINT PRIMARY KEY, val BIGINT)");
      reader.execute("INSERT INTO items VALUES (1, 10), (2, 20)");
      reader.execute(
          "CALL SYSCS_UTIL.SYSCS_SET_DATABASE_PROPERTY('derby.locks.waitTimeout', '1')");
      for (Connection connection : new Connection[] {a, b}) {
        connection.setAutoCommit(false);
        connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
      }
      PreparedStatement merge =
          b.prepareStatement(
              "MERGE INTO items USING sysibm.sysdummy1 ON items.id = ?"
                  + " WHEN MATCHED THEN UPDATE SET val = ?"
                  + " WHEN NOT MATCHED THEN INSERT (id, val) VALUES (?, ?)");
      reader.executeQuery("SELECT val FROM items WHERE id = 1").next(); // locks the row
      try {
        merge(merge, 1, 11);
      } catch (SQLException e) {
        System.out.println("b: " + e.getSQLState() + ", rolled back");
      }
      b.rollback();
      a.commit();
      merge(merge, 2, 21);
      b.commit();
      ResultSet rows = reader.executeQuery("SELECT id, val FROM items ORDER BY id");
      while (rows.next()) {
        System.out.println("(" + rows.getLong(1) + ", " + rows.getLong(2) + ")");
      }
      a.commit();
    }
  }

  private static void merge(PreparedStatement merge, long id, long val) throws SQLException {
    merge.setLong(1, id);
    merge.setLong(2, val);
    merge.setLong(3, id);
    merge.setLong(4, val);
    merge.executeUpdate();
  }
}
