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
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;

/** A prepared statement that records what it does. */
@SuppressWarnings("deprecation")
final class ObservedPreparedStatement extends ObservedStatement implements PreparedStatement {
  private final PreparedStatement prepared;

  ObservedPreparedStatement(PreparedStatement prepared, StatementHandler handler) {
    super(prepared, handler);
    this.prepared = prepared;
  }

  @Override
  public void addBatch() throws SQLException {
    handler.addBatch(null);
    prepared.addBatch();
  }

  @Override
  public void clearParameters() throws SQLException {
    handler.clearParameters();
    prepared.clearParameters();
  }

  @Override
  public boolean execute() throws SQLException {
    return (boolean) handler.execute(this, null, false, prepared::execute);
  }

  @Override
  public long executeLargeUpdate() throws SQLException {
    return (long) handler.execute(this, null, false, prepared::executeLargeUpdate);
  }

  @Override
  public ResultSet executeQuery() throws SQLException {
    return (ResultSet) handler.execute(this, null, false, prepared::executeQuery);
  }

  @Override
  public int executeUpdate() throws SQLException {
    return (int) handler.execute(this, null, false, prepared::executeUpdate);
  }

  @Override
  public ResultSetMetaData getMetaData() throws SQLException {
    return prepared.getMetaData();
  }

  @Override
  public ParameterMetaData getParameterMetaData() throws SQLException {
    return prepared.getParameterMetaData();
  }

  @Override
  public void setArray(int index, Array value) throws SQLException {
    handler.parameter(index, StatementValue.UNREADABLE);
    prepared.setArray(index, value);
  }

  @Override
  public void setAsciiStream(int index, InputStream value, int length) throws SQLException {
    handler.parameter(index, StatementValue.UNREADABLE);
    prepared.setAsciiStream(index, value, length);
  }

  @Override
  public void setAsciiStream(int index, InputStream value, long length) throws SQLException {
    handler.parameter(index, StatementValue.UNREADABLE);
    prepared.setAsciiStream(index, value, length);
  }

  @Override
  public void setAsciiStream(int index, InputStream value) throws SQLException {
    handler.parameter(index, StatementValue.UNREADABLE);
    prepared.setAsciiStream(index, value);
  }

  @Override
  public void setBigDecimal(int index, BigDecimal value) throws SQLException {
    handler.parameter(index, value);
    prepared.setBigDecimal(index, value);
  }

  @Override
  public void setBinaryStream(int index, InputStream value, int length) throws SQLException {
    handler.parameter(index, StatementValue.UNREADABLE);
    prepared.setBinaryStream(index, value, length);
  }

  @Override
  public void setBinaryStream(int index, InputStream value, long length) throws SQLException {
    handler.parameter(index, StatementValue.UNREADABLE);
    prepared.setBinaryStream(index, value, length);
  }

  @Override
  public void setBinaryStream(int index, InputStream value) throws SQLException {
    handler.parameter(index, StatementValue.UNREADABLE);
    prepared.setBinaryStream(index, value);
  }

  @Override
  public void setBlob(int index, InputStream value, long length) throws SQLException {
    handler.parameter(index, StatementValue.UNREADABLE);
    prepared.setBlob(index, value, length);
  }

  @Override
  public void setBlob(int index, InputStream value) throws SQLException {
    handler.parameter(index, StatementValue.UNREADABLE);
    prepared.setBlob(index, value);
  }

  @Override
  public void setBlob(int index, Blob value) throws SQLException {
    handler.parameter(index, StatementValue.UNREADABLE);
    prepared.setBlob(index, value);
  }

  @Override
  public void setBoolean(int index, boolean value) throws SQLException {
    handler.parameter(index, value);
    prepared.setBoolean(index, value);
  }

  @Override
  public void setByte(int index, byte value) throws SQLException {
    handler.parameter(index, value);
    prepared.setByte(index, value);
  }

  @Override
  public void setBytes(int index, byte[] value) throws SQLException {
    handler.parameter(index, value);
    prepared.setBytes(index, value);
  }

  @Override
  public void setCharacterStream(int index, Reader value, int length) throws SQLException {
    handler.parameter(index, StatementValue.UNREADABLE);
    prepared.setCharacterStream(index, value, length);
  }

  @Override
  public void setCharacterStream(int index, Reader value, long length) throws SQLException {
    handler.parameter(index, StatementValue.UNREADABLE);
    prepared.setCharacterStream(index, value, length);
  }

  @Override
  public void setCharacterStream(int index, Reader value) throws SQLException {
    handler.parameter(index, StatementValue.UNREADABLE);
    prepared.setCharacterStream(index, value);
  }

  @Override
  public void setClob(int index, Reader value, long length) throws SQLException {
    handler.parameter(index, StatementValue.UNREADABLE);
    prepared.setClob(index, value, length);
  }

  @Override
  public void setClob(int index, Reader value) throws SQLException {
    handler.parameter(index, StatementValue.UNREADABLE);
    prepared.setClob(index, value);
  }

  @Override
  public void setClob(int index, Clob value) throws SQLException {
    handler.parameter(index, StatementValue.UNREADABLE);
    prepared.setClob(index, value);
  }

  @Override
  public void setDate(int index, Date value, Calendar calendar) throws SQLException {
    handler.parameter(index, StatementHandler.at(value, calendar));
    prepared.setDate(index, value, calendar);
  }

  @Override
  public void setDate(int index, Date value) throws SQLException {
    handler.parameter(index, value);
    prepared.setDate(index, value);
  }

  @Override
  public void setDouble(int index, double value) throws SQLException {
    handler.parameter(index, value);
    prepared.setDouble(index, value);
  }

  @Override
  public void setFloat(int index, float value) throws SQLException {
    handler.parameter(index, value);
    prepared.setFloat(index, value);
  }

  @Override
  public void setInt(int index, int value) throws SQLException {
    handler.parameter(index, value);
    prepared.setInt(index, value);
  }

  @Override
  public void setLong(int index, long value) throws SQLException {
    handler.parameter(index, value);
    prepared.setLong(index, value);
  }

  @Override
  public void setNCharacterStream(int index, Reader value, long length) throws SQLException {
    handler.parameter(index, StatementValue.UNREADABLE);
    prepared.setNCharacterStream(index, value, length);
  }

  @Override
  public void setNCharacterStream(int index, Reader value) throws SQLException {
    handler.parameter(index, StatementValue.UNREADABLE);
    prepared.setNCharacterStream(index, value);
  }

  @Override
  public void setNClob(int index, Reader value, long length) throws SQLException {
    handler.parameter(index, StatementValue.UNREADABLE);
    prepared.setNClob(index, value, length);
  }

  @Override
  public void setNClob(int index, Reader value) throws SQLException {
    handler.parameter(index, StatementValue.UNREADABLE);
    prepared.setNClob(index, value);
  }

  @Override
  public void setNClob(int index, NClob value) throws SQLException {
    handler.parameter(index, StatementValue.UNREADABLE);
    prepared.setNClob(index, value);
  }

  @Override
  public void setNString(int index, String value) throws SQLException {
    handler.parameter(index, value);
    prepared.setNString(index, value);
  }

  @Override
  public void setNull(int index, int type, String typeName) throws SQLException {
    handler.parameter(index, null);
    prepared.setNull(index, type, typeName);
  }

  @Override
  public void setNull(int index, int type) throws SQLException {
    handler.parameter(index, null);
    prepared.setNull(index, type);
  }

  @Override
  public void setObject(int index, Object value, int type, int length) throws SQLException {
    handler.parameter(index, value);
    prepared.setObject(index, value, type, length);
  }

  @Override
  public void setObject(int index, Object value, int type) throws SQLException {
    handler.parameter(index, value);
    prepared.setObject(index, value, type);
  }

  @Override
  public void setObject(int index, Object value, SQLType type, int length) throws SQLException {
    handler.parameter(index, value);
    prepared.setObject(index, value, type, length);
  }

  @Override
  public void setObject(int index, Object value, SQLType type) throws SQLException {
    handler.parameter(index, value);
    prepared.setObject(index, value, type);
  }

  @Override
  public void setObject(int index, Object value) throws SQLException {
    handler.parameter(index, value);
    prepared.setObject(index, value);
  }

  @Override
  public void setRef(int index, Ref value) throws SQLException {
    handler.parameter(index, StatementValue.UNREADABLE);
    prepared.setRef(index, value);
  }

  @Override
  public void setRowId(int index, RowId value) throws SQLException {
    handler.parameter(index, StatementValue.UNREADABLE);
    prepared.setRowId(index, value);
  }

  @Override
  public void setSQLXML(int index, SQLXML value) throws SQLException {
    handler.parameter(index, StatementValue.UNREADABLE);
    prepared.setSQLXML(index, value);
  }

  @Override
  public void setShort(int index, short value) throws SQLException {
    handler.parameter(index, value);
    prepared.setShort(index, value);
  }

  @Override
  public void setString(int index, String value) throws SQLException {
    handler.parameter(index, value);
    prepared.setString(index, value);
  }

  @Override
  public void setTime(int index, Time value, Calendar calendar) throws SQLException {
    handler.parameter(index, StatementHandler.at(value, calendar));
    prepared.setTime(index, value, calendar);
  }

  @Override
  public void setTime(int index, Time value) throws SQLException {
    handler.parameter(index, value);
    prepared.setTime(index, value);
  }

  @Override
  public void setTimestamp(int index, Timestamp value, Calendar calendar) throws SQLException {
    handler.parameter(index, StatementHandler.at(value, calendar));
    prepared.setTimestamp(index, value, calendar);
  }

  @Override
  public void setTimestamp(int index, Timestamp value) throws SQLException {
    handler.parameter(index, value);
    prepared.setTimestamp(index, value);
  }

  @Override
  public void setURL(int index, URL value) throws SQLException {
    handler.parameter(index, value);
    prepared.setURL(index, value);
  }

  @Override
  @Deprecated
  public void setUnicodeStream(int index, InputStream value, int length) throws SQLException {
    handler.parameter(index, StatementValue.UNREADABLE);
    prepared.setUnicodeStream(index, value, length);
  }
}
