package dev.isogauge.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every public type and method of an exported package has a comment. */
class ApiDocumentationTest {
  private static final Path ROOT = Path.of(System.getProperty("isogauge.root"));
  private static final Pattern EXPORT = Pattern.compile("exports ([\\w.]+);");

  @ParameterizedTest
  @ValueSource(
      strings = {"recorder", "recorder-jdbc", "recorder-junit", "core", "online", "collect"})
  void publicTypesAndMethodsAreDocumented(String module) throws IOException {
    Path sources = ROOT.resolve(module).resolve("src/main/java");
    assertThat(undocumented(apiFiles(sources))).isEmpty();
  }

  private static List<Path> apiFiles(Path sources) throws IOException {
    List<Path> files = new ArrayList<>();
    Matcher export = EXPORT.matcher(Files.readString(sources.resolve("module-info.java")));
    while (export.find()) {
      try (Stream<Path> found = Files.list(sources.resolve(export.group(1).replace('.', '/')))) {
        found.filter(file -> file.toString().endsWith(".java")).forEach(files::add);
      }
    }
    assertThat(files).isNotEmpty();
    return files;
  }

  private static List<String> undocumented(List<Path> files) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<String> missing = new ArrayList<>();
    try (StandardJavaFileManager manager =
        compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, manager, null, null, null, manager.getJavaFileObjectsFromPaths(files));
      DocTrees comments = DocTrees.instance(task);
      for (CompilationUnitTree unit : task.parse()) {
        new PublicMembers(unit, comments, missing).scan(unit, null);
      }
    }
    return missing;
  }

  /** Visits what a user of the package sees, and notes what has no comment. */
  private static final class PublicMembers extends TreePathScanner<Void, Void> {
    private final CompilationUnitTree unit;
    private final DocTrees comments;
    private final List<String> missing;

    PublicMembers(CompilationUnitTree unit, DocTrees comments, List<String> missing) {
      this.unit = unit;
      this.comments = comments;
      this.missing = missing;
    }

    @Override
    public Void visitClass(ClassTree type, Void unused) {
      if (!isSeen(type.getModifiers())) {
        return null;
      }
      note(type.getSimpleName().toString());
      return super.visitClass(type, null);
    }

    @Override
    public Void visitMethod(MethodTree method, Void unused) {
      ClassTree type = (ClassTree) getCurrentPath().getParentPath().getLeaf();
      boolean isConstructor = method.getReturnType() == null;
      boolean inherits =
          method.getModifiers().getAnnotations().stream()
              .anyMatch(annotation -> annotation.toString().startsWith("@Override"));
      // The comment of a record describes its constructor.
      if (isSeen(method.getModifiers())
          && !inherits
          && !(isConstructor && type.getKind() == Tree.Kind.RECORD)) {
        note(type.getSimpleName() + "." + method.getName());
      }
      return null;
    }

    /** Members of interfaces are public without a word. */
    private boolean isSeen(ModifiersTree modifiers) {
      Tree parent = getCurrentPath().getParentPath().getLeaf();
      return modifiers.getFlags().contains(Modifier.PUBLIC)
          || (parent.getKind() == Tree.Kind.INTERFACE
              && !modifiers.getFlags().contains(Modifier.PRIVATE));
    }

    private void note(String name) {
      if (comments.getDocCommentTree(getCurrentPath()) == null) {
        missing.add(ROOT.relativize(Path.of(unit.getSourceFile().toUri())) + ": " + name);
      }
    }
  }
}
