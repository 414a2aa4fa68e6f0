package dev.isogauge.recorder.jdbc;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;

/**
 * A result of a statement that is recorded; it does what the driver's does. Not by reflection,
 * which would cost more than the rest of the recording.
 */
@SuppressWarnings("deprecation")
class ForwardingResultSet implements ResultSet {
  final ResultSet rows;
  final Statement statement;

  ForwardingResultSet(ResultSet rows, Statement statement) {
    this.rows = rows;
    this.statement = statement;
  }

  @Override
  public boolean absolute(int value) throws SQLException {
    return rows.absolute(value);
  }

  @Override
  public void afterLast() throws SQLException {
    rows.afterLast();
  }

  @Override
  public void beforeFirst() throws SQLException {
    rows.beforeFirst();
  }

  @Override
  public void cancelRowUpdates() throws SQLException {
    rows.cancelRowUpdates();
  }

  @Override
  public void clearWarnings() throws SQLException {
    rows.clearWarnings();
  }

  @Override
  public void close() throws SQLException {
    rows.close();
  }

  @Override
  public void deleteRow() throws SQLException {
    rows.deleteRow();
  }

  @Override
  public int findColumn(String label) throws SQLException {
    return rows.findColumn(label);
  }

  @Override
  public boolean first() throws SQLException {
    return rows.first();
  }

  @Override
  public Array getArray(String label) throws SQLException {
    return rows.getArray(label);
  }

  @Override
  public Array getArray(int index) throws SQLException {
    return rows.getArray(index);
  }

  @Override
  public InputStream getAsciiStream(String label) throws SQLException {
    return rows.getAsciiStream(label);
  }

  @Override
  public InputStream getAsciiStream(int index) throws SQLException {
    return rows.getAsciiStream(index);
  }

  @Override
  @Deprecated
  public BigDecimal getBigDecimal(String label, int value) throws SQLException {
    return rows.getBigDecimal(label, value);
  }

  @Override
  public BigDecimal getBigDecimal(String label) throws SQLException {
    return rows.getBigDecimal(label);
  }

  @Override
  @Deprecated
  public BigDecimal getBigDecimal(int index, int value) throws SQLException {
    return rows.getBigDecimal(index, value);
  }

  @Override
  public BigDecimal getBigDecimal(int index) throws SQLException {
    return rows.getBigDecimal(index);
  }

  @Override
  public InputStream getBinaryStream(String label) throws SQLException {
    return rows.getBinaryStream(label);
  }

  @Override
  public InputStream getBinaryStream(int index) throws SQLException {
    return rows.getBinaryStream(index);
  }

  @Override
  public Blob getBlob(String label) throws SQLException {
    return rows.getBlob(label);
  }

  @Override
  public Blob getBlob(int index) throws SQLException {
    return rows.getBlob(index);
  }

  @Override
  public boolean getBoolean(String label) throws SQLException {
    return rows.getBoolean(label);
  }

  @Override
  public boolean getBoolean(int index) throws SQLException {
    return rows.getBoolean(index);
  }

  @Override
  public byte getByte(String label) throws SQLException {
    return rows.getByte(label);
  }

  @Override
  public byte getByte(int index) throws SQLException {
    return rows.getByte(index);
  }

  @Override
  public byte[] getBytes(String label) throws SQLException {
    return rows.getBytes(label);
  }

  @Override
  public byte[] getBytes(int index) throws SQLException {
    return rows.getBytes(index);
  }

  @Override
  public Reader getCharacterStream(String label) throws SQLException {
    return rows.getCharacterStream(label);
  }

  @Override
  public Reader getCharacterStream(int index) throws SQLException {
    return rows.getCharacterStream(index);
  }

  @Override
  public Clob getClob(String label) throws SQLException {
    return rows.getClob(label);
  }

  @Override
  public Clob getClob(int index) throws SQLException {
    return rows.getClob(index);
  }

  @Override
  public int getConcurrency() throws SQLException {
    return rows.getConcurrency();
  }

  @Override
  public String getCursorName() throws SQLException {
    return rows.getCursorName();
  }

  @Override
  public Date getDate(String label, Calendar calendar) throws SQLException {
    return rows.getDate(label, calendar);
  }

  @Override
  public Date getDate(String label) throws SQLException {
    return rows.getDate(label);
  }

  @Override
  public Date getDate(int index, Calendar calendar) throws SQLException {
    return rows.getDate(index, calendar);
  }

  @Override
  public Date getDate(int index) throws SQLException {
    return rows.getDate(index);
  }

  @Override
  public double getDouble(String label) throws SQLException {
    return rows.getDouble(label);
  }

  @Override
  public double getDouble(int index) throws SQLException {
    return rows.getDouble(index);
  }

  @Override
  public int getFetchDirection() throws SQLException {
    return rows.getFetchDirection();
  }

  @Override
  public int getFetchSize() throws SQLException {
    return rows.getFetchSize();
  }

  @Override
  public float getFloat(String label) throws SQLException {
    return rows.getFloat(label);
  }

  @Override
  public float getFloat(int index) throws SQLException {
    return rows.getFloat(index);
  }

  @Override
  public int getHoldability() throws SQLException {
    return rows.getHoldability();
  }

  @Override
  public int getInt(String label) throws SQLException {
    return rows.getInt(label);
  }

  @Override
  public int getInt(int index) throws SQLException {
    return rows.getInt(index);
  }

  @Override
  public long getLong(String label) throws SQLException {
    return rows.getLong(label);
  }

  @Override
  public long getLong(int index) throws SQLException {
    return rows.getLong(index);
  }

  @Override
  public ResultSetMetaData getMetaData() throws SQLException {
    return rows.getMetaData();
  }

  @Override
  public Reader getNCharacterStream(String label) throws SQLException {
    return rows.getNCharacterStream(label);
  }

  @Override
  public Reader getNCharacterStream(int index) throws SQLException {
    return rows.getNCharacterStream(index);
  }

  @Override
  public NClob getNClob(String label) throws SQLException {
    return rows.getNClob(label);
  }

  @Override
  public NClob getNClob(int index) throws SQLException {
    return rows.getNClob(index);
  }

  @Override
  public String getNString(String label) throws SQLException {
    return rows.getNString(label);
  }

  @Override
  public String getNString(int index) throws SQLException {
    return rows.getNString(index);
  }

  @Override
  public <T> T getObject(String label, Class<T> type) throws SQLException {
    return rows.getObject(label, type);
  }

  @Override
  public Object getObject(String label, Map<String, Class<?>> types) throws SQLException {
    return rows.getObject(label, types);
  }

  @Override
  public Object getObject(String label) throws SQLException {
    return rows.getObject(label);
  }

  @Override
  public <T> T getObject(int index, Class<T> type) throws SQLException {
    return rows.getObject(index, type);
  }

  @Override
  public Object getObject(int index, Map<String, Class<?>> types) throws SQLException {
    return rows.getObject(index, types);
  }

  @Override
  public Object getObject(int index) throws SQLException {
    return rows.getObject(index);
  }

  @Override
  public Ref getRef(String label) throws SQLException {
    return rows.getRef(label);
  }

  @Override
  public Ref getRef(int index) throws SQLException {
    return rows.getRef(index);
  }

  @Override
  public int getRow() throws SQLException {
    return rows.getRow();
  }

  @Override
  public RowId getRowId(String label) throws SQLException {
    return rows.getRowId(label);
  }

  @Override
  public RowId getRowId(int index) throws SQLException {
    return rows.getRowId(index);
  }

  @Override
  public SQLXML getSQLXML(String label) throws SQLException {
    return rows.getSQLXML(label);
  }

  @Override
  public SQLXML getSQLXML(int index) throws SQLException {
    return rows.getSQLXML(index);
  }

  @Override
  public short getShort(String label) throws SQLException {
    return rows.getShort(label);
  }

  @Override
  public short getShort(int index) throws SQLException {
    return rows.getShort(index);
  }

  @Override
  public Statement getStatement() {
    return statement;
  }

  @Override
  public String getString(String label) throws SQLException {
    return rows.getString(label);
  }

  @Override
  public String getString(int index) throws SQLException {
    return rows.getString(index);
  }

  @Override
  public Time getTime(String label, Calendar calendar) throws SQLException {
    return rows.getTime(label, calendar);
  }

  @Override
  public Time getTime(String label) throws SQLException {
    return rows.getTime(label);
  }

  @Override
  public Time getTime(int index, Calendar calendar) throws SQLException {
    return rows.getTime(index, calendar);
  }

  @Override
  public Time getTime(int index) throws SQLException {
    return rows.getTime(index);
  }

  @Override
  public Timestamp getTimestamp(String label, Calendar calendar) throws SQLException {
    return rows.getTimestamp(label, calendar);
  }

  @Override
  public Timestamp getTimestamp(String label) throws SQLException {
    return rows.getTimestamp(label);
  }

  @Override
  public Timestamp getTimestamp(int index, Calendar calendar) throws SQLException {
    return rows.getTimestamp(index, calendar);
  }

  @Override
  public Timestamp getTimestamp(int index) throws SQLException {
    return rows.getTimestamp(index);
  }

  @Override
  public int getType() throws SQLException {
    return rows.getType();
  }

  @Override
  public URL getURL(String label) throws SQLException {
    return rows.getURL(label);
  }

  @Override
  public URL getURL(int index) throws SQLException {
    return rows.getURL(index);
  }

  @Override
  @Deprecated
  public InputStream getUnicodeStream(String label) throws SQLException {
    return rows.getUnicodeStream(label);
  }

  @Override
  @Deprecated
  public InputStream getUnicodeStream(int index) throws SQLException {
    return rows.getUnicodeStream(index);
  }

  @Override
  public SQLWarning getWarnings() throws SQLException {
    return rows.getWarnings();
  }

  @Override
  public void insertRow() throws SQLException {
    rows.insertRow();
  }

  @Override
  public boolean isAfterLast() throws SQLException {
    return rows.isAfterLast();
  }

  @Override
  public boolean isBeforeFirst() throws SQLException {
    return rows.isBeforeFirst();
  }

  @Override
  public boolean isClosed() throws SQLException {
    return rows.isClosed();
  }

  @Override
  public boolean isFirst() throws SQLException {
    return rows.isFirst();
  }

  @Override
  public boolean isLast() throws SQLException {
    return rows.isLast();
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return rows.isWrapperFor(type);
  }

  @Override
  public boolean last() throws SQLException {
    return rows.last();
  }

  @Override
  public void moveToCurrentRow() throws SQLException {
    rows.moveToCurrentRow();
  }

  @Override
  public void moveToInsertRow() throws SQLException {
    rows.moveToInsertRow();
  }

  @Override
  public boolean next() throws SQLException {
    return rows.next();
  }

  @Override
  public boolean previous() throws SQLException {
    return rows.previous();
  }

  @Override
  public void refreshRow() throws SQLException {
    rows.refreshRow();
  }

  @Override
  public boolean relative(int value) throws SQLException {
    return rows.relative(value);
  }

  @Override
  public boolean rowDeleted() throws SQLException {
    return rows.rowDeleted();
  }

  @Override
  public boolean rowInserted() throws SQLException {
    return rows.rowInserted();
  }

  @Override
  public boolean rowUpdated() throws SQLException {
    return rows.rowUpdated();
  }

  @Override
  public void setFetchDirection(int value) throws SQLException {
    rows.setFetchDirection(value);
  }

  @Override
  public void setFetchSize(int value) throws SQLException {
    rows.setFetchSize(value);
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return rows.unwrap(type);
  }

  @Override
  public void updateArray(String label, Array value) throws SQLException {
    rows.updateArray(label, value);
  }

  @Override
  public void updateArray(int index, Array value) throws SQLException {
    rows.updateArray(index, value);
  }

  @Override
  public void updateAsciiStream(String label, InputStream value, int length) throws SQLException {
    rows.updateAsciiStream(label, value, length);
  }

  @Override
  public void updateAsciiStream(String label, InputStream value, long length) throws SQLException {
    rows.updateAsciiStream(label, value, length);
  }

  @Override
  public void updateAsciiStream(String label, InputStream value) throws SQLException {
    rows.updateAsciiStream(label, value);
  }

  @Override
  public void updateAsciiStream(int index, InputStream value, int length) throws SQLException {
    rows.updateAsciiStream(index, value, length);
  }

  @Override
  public void updateAsciiStream(int index, InputStream value, long length) throws SQLException {
    rows.updateAsciiStream(index, value, length);
  }

  @Override
  public void updateAsciiStream(int index, InputStream value) throws SQLException {
    rows.updateAsciiStream(index, value);
  }

  @Override
  public void updateBigDecimal(String label, BigDecimal value) throws SQLException {
    rows.updateBigDecimal(label, value);
  }

  @Override
  public void updateBigDecimal(int index, BigDecimal value) throws SQLException {
    rows.updateBigDecimal(index, value);
  }

  @Override
  public void updateBinaryStream(String label, InputStream value, int length) throws SQLException {
    rows.updateBinaryStream(label, value, length);
  }

  @Override
  public void updateBinaryStream(String label, InputStream value, long length) throws SQLException {
    rows.updateBinaryStream(label, value, length);
  }

  @Override
  public void updateBinaryStream(String label, InputStream value) throws SQLException {
    rows.updateBinaryStream(label, value);
  }

  @Override
  public void updateBinaryStream(int index, InputStream value, int length) throws SQLException {
    rows.updateBinaryStream(index, value, length);
  }

  @Override
  public void updateBinaryStream(int index, InputStream value, long length) throws SQLException {
    rows.updateBinaryStream(index, value, length);
  }

  @Override
  public void updateBinaryStream(int index, InputStream value) throws SQLException {
    rows.updateBinaryStream(index, value);
  }

  @Override
  public void updateBlob(String label, InputStream value, long length) throws SQLException {
    rows.updateBlob(label, value, length);
  }

  @Override
  public void updateBlob(String label, InputStream value) throws SQLException {
    rows.updateBlob(label, value);
  }

  @Override
  public void updateBlob(String label, Blob value) throws SQLException {
    rows.updateBlob(label, value);
  }

  @Override
  public void updateBlob(int index, InputStream value, long length) throws SQLException {
    rows.updateBlob(index, value, length);
  }

  @Override
  public void updateBlob(int index, InputStream value) throws SQLException {
    rows.updateBlob(index, value);
  }

  @Override
  public void updateBlob(int index, Blob value) throws SQLException {
    rows.updateBlob(index, value);
  }

  @Override
  public void updateBoolean(String label, boolean value) throws SQLException {
    rows.updateBoolean(label, value);
  }

  @Override
  public void updateBoolean(int index, boolean value) throws SQLException {
    rows.updateBoolean(index, value);
  }

  @Override
  public void updateByte(String label, byte value) throws SQLException {
    rows.updateByte(label, value);
  }

  @Override
  public void updateByte(int index, byte value) throws SQLException {
    rows.updateByte(index, value);
  }

  @Override
  public void updateBytes(String label, byte[] value) throws SQLException {
    rows.updateBytes(label, value);
  }

  @Override
  public void updateBytes(int index, byte[] value) throws SQLException {
    rows.updateBytes(index, value);
  }

  @Override
  public void updateCharacterStream(String label, Reader value, int length) throws SQLException {
    rows.updateCharacterStream(label, value, length);
  }

  @Override
  public void updateCharacterStream(String label, Reader value, long length) throws SQLException {
    rows.updateCharacterStream(label, value, length);
  }

  @Override
  public void updateCharacterStream(String label, Reader value) throws SQLException {
    rows.updateCharacterStream(label, value);
  }

  @Override
  public void updateCharacterStream(int index, Reader value, int length) throws SQLException {
    rows.updateCharacterStream(index, value, length);
  }

  @Override
  public void updateCharacterStream(int index, Reader value, long length) throws SQLException {
    rows.updateCharacterStream(index, value, length);
  }

  @Override
  public void updateCharacterStream(int index, Reader value) throws SQLException {
    rows.updateCharacterStream(index, value);
  }

  @Override
  public void updateClob(String label, Reader value, long length) throws SQLException {
    rows.updateClob(label, value, length);
  }

  @Override
  public void updateClob(String label, Reader value) throws SQLException {
    rows.updateClob(label, value);
  }

  @Override
  public void updateClob(String label, Clob value) throws SQLException {
    rows.updateClob(label, value);
  }

  @Override
  public void updateClob(int index, Reader value, long length) throws SQLException {
    rows.updateClob(index, value, length);
  }

  @Override
  public void updateClob(int index, Reader value) throws SQLException {
    rows.updateClob(index, value);
  }

  @Override
  public void updateClob(int index, Clob value) throws SQLException {
    rows.updateClob(index, value);
  }

  @Override
  public void updateDate(String label, Date value) throws SQLException {
    rows.updateDate(label, value);
  }

  @Override
  public void updateDate(int index, Date value) throws SQLException {
    rows.updateDate(index, value);
  }

  @Override
  public void updateDouble(String label, double value) throws SQLException {
    rows.updateDouble(label, value);
  }

  @Override
  public void updateDouble(int index, double value) throws SQLException {
    rows.updateDouble(index, value);
  }

  @Override
  public void updateFloat(String label, float value) throws SQLException {
    rows.updateFloat(label, value);
  }

  @Override
  public void updateFloat(int index, float value) throws SQLException {
    rows.updateFloat(index, value);
  }

  @Override
  public void updateInt(String label, int value) throws SQLException {
    rows.updateInt(label, value);
  }

  @Override
  public void updateInt(int index, int value) throws SQLException {
    rows.updateInt(index, value);
  }

  @Override
  public void updateLong(String label, long value) throws SQLException {
    rows.updateLong(label, value);
  }

  @Override
  public void updateLong(int index, long value) throws SQLException {
    rows.updateLong(index, value);
  }

  @Override
  public void updateNCharacterStream(String label, Reader value, long length) throws SQLException {
    rows.updateNCharacterStream(label, value, length);
  }

  @Override
  public void updateNCharacterStream(String label, Reader value) throws SQLException {
    rows.updateNCharacterStream(label, value);
  }

  @Override
  public void updateNCharacterStream(int index, Reader value, long length) throws SQLException {
    rows.updateNCharacterStream(index, value, length);
  }

  @Override
  public void updateNCharacterStream(int index, Reader value) throws SQLException {
    rows.updateNCharacterStream(index, value);
  }

  @Override
  public void updateNClob(String label, Reader value, long length) throws SQLException {
    rows.updateNClob(label, value, length);
  }

  @Override
  public void updateNClob(String label, Reader value) throws SQLException {
    rows.updateNClob(label, value);
  }

  @Override
  public void updateNClob(String label, NClob value) throws SQLException {
    rows.updateNClob(label, value);
  }

  @Override
  public void updateNClob(int index, Reader value, long length) throws SQLException {
    rows.updateNClob(index, value, length);
  }

  @Override
  public void updateNClob(int index, Reader value) throws SQLException {
    rows.updateNClob(index, value);
  }

  @Override
  public void updateNClob(int index, NClob value) throws SQLException {
    rows.updateNClob(index, value);
  }

  @Override
  public void updateNString(String label, String value) throws SQLException {
    rows.updateNString(label, value);
  }

  @Override
  public void updateNString(int index, String value) throws SQLException {
    rows.updateNString(index, value);
  }

  @Override
  public void updateNull(String label) throws SQLException {
    rows.updateNull(label);
  }

  @Override
  public void updateNull(int index) throws SQLException {
    rows.updateNull(index);
  }

  @Override
  public void updateObject(String label, Object value, int length) throws SQLException {
    rows.updateObject(label, value, length);
  }

  @Override
  public void updateObject(String label, Object value, SQLType type, int length)
      throws SQLException {
    rows.updateObject(label, value, type, length);
  }

  @Override
  public void updateObject(String label, Object value, SQLType type) throws SQLException {
    rows.updateObject(label, value, type);
  }

  @Override
  public void updateObject(String label, Object value) throws SQLException {
    rows.updateObject(label, value);
  }

  @Override
  public void updateObject(int index, Object value, int length) throws SQLException {
    rows.updateObject(index, value, length);
  }

  @Override
  public void updateObject(int index, Object value, SQLType type, int length) throws SQLException {
    rows.updateObject(index, value, type, length);
  }

  @Override
  public void updateObject(int index, Object value, SQLType type) throws SQLException {
    rows.updateObject(index, value, type);
  }

  @Override
  public void updateObject(int index, Object value) throws SQLException {
    rows.updateObject(index, value);
  }

  @Override
  public void updateRef(String label, Ref value) throws SQLException {
    rows.updateRef(label, value);
  }

  @Override
  public void updateRef(int index, Ref value) throws SQLException {
    rows.updateRef(index, value);
  }

  @Override
  public void updateRow() throws SQLException {
    rows.updateRow();
  }

  @Override
  public void updateRowId(String label, RowId value) throws SQLException {
    rows.updateRowId(label, value);
  }

  @Override
  public void updateRowId(int index, RowId value) throws SQLException {
    rows.updateRowId(index, value);
  }

  @Override
  public void updateSQLXML(String label, SQLXML value) throws SQLException {
    rows.updateSQLXML(label, value);
  }

  @Override
  public void updateSQLXML(int index, SQLXML value) throws SQLException {
    rows.updateSQLXML(index, value);
  }

  @Override
  public void updateShort(String label, short value) throws SQLException {
    rows.updateShort(label, value);
  }

  @Override
  public void updateShort(int index, short value) throws SQLException {
    rows.updateShort(index, value);
  }

  @Override
  public void updateString(String label, String value) throws SQLException {
    rows.updateString(label, value);
  }

  @Override
  public void updateString(int index, String value) throws SQLException {
    rows.updateString(index, value);
  }

  @Override
  public void updateTime(String label, Time value) throws SQLException {
    rows.updateTime(label, value);
  }

  @Override
  public void updateTime(int index, Time value) throws SQLException {
    rows.updateTime(index, value);
  }

  @Override
  public void updateTimestamp(String label, Timestamp value) throws SQLException {
    rows.updateTimestamp(label, value);
  }

  @Override
  public void updateTimestamp(int index, Timestamp value) throws SQLException {
    rows.updateTimestamp(index, value);
  }

  @Override
  public boolean wasNull() throws SQLException {
    return rows.wasNull();
  }
}
