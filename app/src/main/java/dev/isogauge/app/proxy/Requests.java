package dev.isogauge.app.proxy;

import dev.isogauge.recorder.jdbc.PostgresRecording;
import dev.isogauge.recorder.jdbc.RecordedStatement;
import dev.isogauge.recorder.jdbc.RecordedStatement.Effect;
import dev.isogauge.recorder.jdbc.RecordedStatement.Insertion;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a client sends, on its way to the server. Behind a statement that reads or writes rows a
 * probe is put, in the same transaction: in a text behind the statement, else as further messages.
 * Whatever is not understood passes unchanged.
 */
final class Requests {
  /** What may stand in one transaction with a probe even where it commits by itself. */
  private static final Set<String> PLAIN =
      Set.of(
          "SELECT", "WITH", "INSERT", "UPDATE", "DELETE", "MERGE", "VALUES", "TABLE", "TRUNCATE");

  private static final Set<String> DEFINITIONS = Set.of("CREATE", "DROP", "ALTER");

  /** What has no answer before more is sent, or runs transactions of its own. */
  private static final Set<String> NEVER = Set.of("COPY", "CALL", "DO");

  private static final int MOST_PORTALS = 1000;

  private final MessageInput in;
  private final MessageOutput out;
  private final PendingRequests questions;
  private final PostgresRecording recording;
  private final WireSession session;
  private final WireState state;

  /** What the server probably knows by these names; null where that is in doubt. */
  private final Map<String, Prepared> statements = new HashMap<>();

  private final Map<String, Prepared> portals = new HashMap<>();
  private int number;

  /** Whether texts may mean something else until all is answered. */
  private boolean mustSettle;

  Requests(
      MessageInput in,
      MessageOutput out,
      PendingRequests questions,
      PostgresRecording recording,
      WireSession session,
      WireState state) {
    this.in = in;
    this.out = out;
    this.questions = questions;
    this.recording = recording;
    this.session = session;
    this.state = state;
  }

  /** Passes on the current message. */
  void accept() throws IOException {
    if (in.isLarge()) {
      large();
      return;
    }
    switch (in.type()) {
      case 'Q' -> query();
      case 'P' -> parse();
      case 'B' -> bind();
      case 'D' -> describe();
      case 'E' -> execute();
      case 'C' -> close();
      case 'S' -> {
        if (!state.isCopyingIn()) {
          questions.add(new Pending.Sync());
        }
        in.pass(out);
      }
      case 'F' -> {
        questions.add(new Pending.Call(System.nanoTime()));
        in.pass(out);
      }
      case 'c', 'f' -> {
        state.copyingIn(false);
        questions.add(new Pending.CopyEnd());
        in.pass(out);
      }
      default -> in.pass(out);
    }
  }

  /** Nothing is known of it but what answers it has. */
  private void large() throws IOException {
    switch (in.type()) {
      case 'Q' ->
          questions.add(
              new Pending.Query("", null, Rewriting.none(""), ++number, System.nanoTime()));
      case 'P' -> {
        in.begin();
        String name = in.text();
        statements.put(name, null);
        questions.add(
            new Pending.Parse(
                name, new Prepared("", null, Rewriting.none(""), new int[0], new int[0]), 0));
      }
      case 'B' -> {
        in.begin();
        String portal = in.text();
        String name = in.text();
        portals.put(portal, statements.get(name));
        questions.add(new Pending.Bind(false, portal, name, PortalParameters.NONE));
      }
      case 'F' -> questions.add(new Pending.Call(System.nanoTime()));
      default -> {}
    }
    in.pass(out);
  }

  // Texts.

  /** The text as characters; none if they may mean something else to the server. */
  private Optional<String> decoded(byte[] bytes) {
    if (mustSettle && questions.isEmpty()) {
      mustSettle = false;
    }
    if (mustSettle || !state.isPlain()) {
      return Optional.empty();
    }
    boolean isAscii = true;
    for (byte each : bytes) {
      isAscii &= each >= 0;
    }
    if (isAscii) {
      return Optional.of(new String(bytes, StandardCharsets.ISO_8859_1));
    } else if (!state.isUnicode()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  private byte[] encoded(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** The statements of a text; none if they are not understood. */
  private Optional<List<RecordedStatement>> understood(Optional<String> text) {
    if (text.isEmpty() || !recording.isRecording()) {
      return Optional.empty();
    }
    Optional<List<RecordedStatement>> found;
    try {
      found = recording.statements(text.get(), session.schema());
    } catch (RuntimeException e) {
      recording.failed(e);
      return Optional.empty();
    }
    boolean changesText = false;
    for (RecordedStatement each : found.orElse(List.of())) {
      mustSettle |= each.changesSettings();
      changesText |= each.changesSettings() && each.mentions("STANDARD_CONFORMING_STRINGS");
    }
    return changesText ? Optional.empty() : found;
  }

  /** What a statement does to what is known of the session, when it is sent. */
  private void sending(RecordedStatement statement, int place) {
    if (statement == null) {
      session.changesSchema(place);
      state.forgetProbe();
    } else if (statement.changesSettings()) {
      session.changesSchema(place);
      mustSettle = true;
      state.forgetProbe();
    } else if (statement.word().equals("DEALLOCATE") || statement.runsCode()) {
      state.forgetProbe();
    }
  }

  private boolean readsOrWrites(RecordedStatement statement) {
    boolean isRows =
        statement.effect() == Effect.ROWS
            || (session.hasOwnDefinitions() && PLAIN.contains(statement.word()));
    return isRows && state.mayProbe() && !NEVER.contains(statement.word());
  }

  private boolean isProbedInText(RecordedStatement statement) {
    if (!readsOrWrites(statement)) {
      return false;
    }
    boolean isTable =
        DEFINITIONS.contains(statement.word())
            && statement.isOfTable()
            && !statement.mentions("CONCURRENTLY");
    return PLAIN.contains(statement.word())
        || isTable
        || (state.isInBlock() && questions.isEmpty() && !DEFINITIONS.contains(statement.word()));
  }

  private void query() throws IOException {
    in.whole();
    byte[] bytes = in.zeroEnded();
    long now = System.nanoTime();
    Optional<String> text = decoded(bytes);
    Optional<List<RecordedStatement>> found = understood(text);
    if (found.isEmpty()) {
      sending(null, ++number);
      String shown = new String(bytes, StandardCharsets.UTF_8);
      questions.add(new Pending.Query(shown, null, Rewriting.none(shown), number, now));
      in.pass(out);
      return;
    }
    List<Pending.Part> parts = new ArrayList<>();
    List<Insertion> insertions = new ArrayList<>();
    for (RecordedStatement each : found.get()) {
      boolean isProbed = isProbedInText(each);
      number++;
      parts.add(new Pending.Part(each, number, isProbed));
      sending(each, number);
      if (isProbed) {
        insertions.addAll(each.gate());
        insertions.add(new Insertion(each.end(), Probe.behind(number)));
      }
    }
    Rewriting rewriting = new Rewriting(text.get(), insertions);
    questions.add(new Pending.Query(text.get(), parts, rewriting, number, now));
    if (rewriting.isNone()) {
      in.pass(out);
    } else {
      in.drop();
      out.begin('Q').bytes(encoded(rewriting.sent())).int8(0).end();
    }
  }

  // The extended protocol.

  private void parse() throws IOException {
    in.whole();
    String name = in.text();
    byte[] bytes = in.zeroEnded();
    int[] types = new int[in.int16()];
    for (int i = 0; i < types.length; i++) {
      types[i] = in.int32();
    }
    Optional<String> text = decoded(bytes);
    Optional<List<RecordedStatement>> found = understood(text).filter(each -> each.size() == 1);
    RecordedStatement statement = found.map(each -> each.get(0)).orElse(null);
    String shown = text.orElseGet(() -> new String(bytes, StandardCharsets.UTF_8));
    boolean isGated = statement != null && readsOrWrites(statement);
    Rewriting rewriting = new Rewriting(shown, isGated ? statement.gate() : List.of());
    boolean isTyped =
        statement == null
            || (types.length >= statement.parameters()
                && Arrays.stream(types).noneMatch(each -> each == 0));
    int[] known = isTyped ? types : state.types(shown, types);
    Prepared prepared = new Prepared(shown, statement, rewriting, types, known);
    boolean isInDoubt =
        !name.isEmpty()
            && statements.containsKey(name)
            && (statements.get(name) == null || !statements.get(name).text().equals(shown));
    statements.put(name, isInDoubt ? null : prepared);
    questions.add(new Pending.Parse(name, prepared, 0));
    if (rewriting.isNone()) {
      in.pass(out);
    } else {
      in.drop();
      out.begin('P').text(name).bytes(encoded(rewriting.sent())).int8(0).int16(types.length);
      for (int each : types) {
        out.int32(each);
      }
      out.end();
    }
    if (known == null) {
      questions.add(new Pending.Describe(true, true, name));
      out.begin('D').int8('S').text(name).end();
    }
  }

  private void bind() throws IOException {
    in.whole();
    String portal = in.text();
    String name = in.text();
    Prepared prepared = statements.get(name);
    boolean isKnown = prepared != null && prepared.statement() != null;
    questions.add(
        new Pending.Bind(
            false, portal, name, isKnown ? PortalParameters.read(in) : PortalParameters.NONE));
    if (portals.size() >= MOST_PORTALS) {
      // Most of them are gone with their transactions; one that is not has unknown reads.
      portals.clear();
    }
    portals.put(portal, prepared);
    in.pass(out);
  }

  private void describe() throws IOException {
    in.whole();
    boolean isStatement = in.int8() == 'S';
    questions.add(new Pending.Describe(false, isStatement, in.text()));
    in.pass(out);
  }

  private void close() throws IOException {
    in.whole();
    boolean isStatement = in.int8() == 'S';
    String name = in.text();
    (isStatement ? statements : portals).remove(name);
    questions.add(new Pending.Close(false, isStatement, name));
    in.pass(out);
  }

  private void execute() throws IOException {
    in.whole();
    String portal = in.text();
    Prepared prepared = portals.get(portal);
    RecordedStatement statement = prepared == null ? null : prepared.statement();
    number++;
    sending(statement, number);
    boolean isProbed = statement != null && readsOrWrites(statement);
    questions.add(new Pending.Execute(false, portal, number, isProbed, System.nanoTime()));
    in.pass(out);
    if (isProbed) {
      probe();
    }
  }

  /** A probe as messages of its own. Its portal has a name, since the client may need the other. */
  private void probe() {
    if (!state.hasProbe()) {
      questions.add(new Pending.Close(true, true, Probe.NAME));
      out.begin('C').int8('S').text(Probe.NAME).end();
      questions.add(new Pending.Parse(Probe.NAME, null, state.probeGeneration()));
      out.begin('P').text(Probe.NAME).text(Probe.PREPARED).int16(0).end();
    }
    questions.add(new Pending.Bind(true, Probe.NAME, Probe.NAME, PortalParameters.NONE));
    byte[] value = Integer.toString(number).getBytes(StandardCharsets.US_ASCII);
    out.begin('B').text(Probe.NAME).text(Probe.NAME).int16(0).int16(1);
    out.int32(value.length).bytes(value).int16(0).end();
    questions.add(new Pending.Execute(true, Probe.NAME, number, false, 0));
    out.begin('E').text(Probe.NAME).int32(0).end();
    questions.add(new Pending.Close(true, false, Probe.NAME));
    out.begin('C').int8('P').text(Probe.NAME).end();
  }
}
