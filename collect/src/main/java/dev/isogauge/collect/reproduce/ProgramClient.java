package dev.isogauge.collect.reproduce;

import dev.isogauge.collect.ClientProgram;
import dev.isogauge.collect.litmus.Action;
import dev.isogauge.collect.litmus.Schedule;
import java.util.List;
import java.util.Map;

/** How a program of its own talks to a database or store. */
interface ProgramClient {
  /** What it is compiled and run with. */
  ClientProgram program();

  /** What makes up the part of its text which knows the database. */
  List<String> texts();

  /** What stands for the words in these files that are between {@code @}. */
  Map<String, String> words(Schedule schedule);

  /** How the program carries out a step and reads its result. */
  String kind(Action action, Schedule schedule);

  /** Further arguments of a step, as Java: lists that begin with a statement or a key. */
  String arguments(Action action, Schedule schedule);
}
