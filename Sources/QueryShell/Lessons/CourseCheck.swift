// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import QuerySyntax

/// What is wrong with the exercises of a course besides how they are written: each solution runs,
/// nothing simpler solves it, and the known wrong answers are wrong and told apart.
struct CourseCheck {
  struct Fault: Equatable {
    let line: Int
    var column: Int?
    let reason: String
  }

  let course: Course

  var faults: [Fault] {
    let before = [nil] + course.exercises.map(Optional.some)
    return zip(course.exercises, before).flatMap { faults(of: $0, after: $1) }
  }

  private func faults(of exercise: Exercise, after previous: Exercise?) -> [Fault] {
    let judge = ExerciseJudge(exercise, in: course)
    let id = exercise.id
    if let fault = judge.fault {
      let place = judge.placeOfFault
      return [
        Fault(
          line: place?.line ?? exercise.line, column: place?.column,
          reason: "the solution of \(id) does not run: \(fault)")
      ]
    }
    var faults = [bareSource(exercise), twinFault(exercise)].compactMap(\.self)
    let own = judge.verdict(on: exercise.solution)
    if !own.isRight {
      faults.append(
        Fault(line: exercise.line, reason: "the solution of \(id) is judged: \(own.message)"))
    }
    if let head = exercise.headAlone, [.right, .lucky].contains(judge.verdict(on: head).kind) {
      faults.append(Fault(line: exercise.line, reason: "the source alone solves \(id)"))
    }
    if let previous, judge.verdict(on: previous.solution).isRight {
      faults.append(
        Fault(line: exercise.line, reason: "the solution of \(previous.id) solves \(id) too"))
    }
    faults += exercise.pieces.compactMap { fault(of: $0, judge) }
    return faults + exercise.misconceptions.indices.compactMap { fault(of: $0, judge) }
  }

  /// A piece of no use is a stage that can stand somewhere, and none of the solution.
  private func fault(of piece: Piece, _ judge: ExerciseJudge) -> Fault? {
    guard let arranged = ArrangedPieces(judge.exercise) else { return nil }
    let id = judge.exercise.id
    if arranged.stages.contains(piece.text) {
      return Fault(
        line: piece.line, reason: "the piece `\(piece.text)` of \(id) is a stage of its solution")
    }
    var reason: String?
    for count in 0...arranged.stages.count {
      let stages = arranged.stages.prefix(count) + [piece.text]
      guard let lack = judge.lack(of: arranged.query(of: Array(stages))) else { return nil }
      reason = reason ?? lack
    }
    return Fault(
      line: piece.line,
      reason: "the piece `\(piece.text)` of \(id) does not run: \(reason ?? "")")
  }

  private func bareSource(_ exercise: Exercise) -> Fault? {
    guard exercise.isBareSource else { return nil }
    return Fault(
      line: exercise.line,
      reason: "the solution of \(exercise.id) is a source without a stage, which solves nothing")
  }

  private func twinFault(_ exercise: Exercise) -> Fault? {
    guard let path = exercise.twin else { return nil }
    let directory = LessonDirectory(course, reading: [path])
    do throws(SourceFault) {
      if let source = try directory.source(.address(path)) {
        return lack(of: source, for: exercise).map { lack in
          Fault(line: exercise.line, reason: "the file `\(path)` of `twin=` \(lack)")
        }
      }
      return Fault(line: exercise.line, reason: "the file `\(path)` of `twin=` is not there")
    } catch {
      let message = UnreadableScript(error).diagnostic.message
      return Fault(line: exercise.line, reason: "the file of `twin=` is not read: \(message)")
    }
  }

  /// What keeps a file from standing in the place of what the solution reads; nil where nothing
  /// does.
  private func lack(of file: any CatalogueSource, for exercise: Exercise) -> String? {
    let examples = LessonStart.scripts(of: exercise.earlier, in: course)
    let facts = SolutionFacts(exercise.solution, behind: examples)
    let directory = LessonDirectory(course, reading: facts.files, behind: examples)
    guard let first = facts.sources.first,
      let source = try? directory.source(first)
    else { return nil }
    for name in facts.fields {
      guard let field = source.schema.index(of: name).map({ source.schema.fields[$0] }) else {
        continue
      }
      guard let other = file.schema.index(of: name) else { return "has no column `\(name)`" }
      let type = file.schema.fields[other].type
      if field.type.isNumber, !type.isNumber { return "has no numbers in its column `\(name)`" }
    }
    return TwinWorlds.hasRows(file) ? nil : "has no rows"
  }

  private func fault(of place: Int, _ judge: ExerciseJudge) -> Fault? {
    let known = judge.exercise.misconceptions[place]
    let id = judge.exercise.id
    if let lack = judge.lack(of: known.query) {
      return Fault(line: known.line, reason: "the misconception of \(id) does not run: \(lack)")
    }
    if judge.verdict(on: known.query).isRight {
      return Fault(line: known.line, reason: "the misconception solves \(id): \(known.query)")
    }
    let found = judge.misconception(in: known.query)
    if found?.query != known.query {
      return Fault(
        line: known.line,
        reason: "the misconception of \(id) gives the same rows as another one: \(known.query)")
    }
    return nil
  }
}

extension Exercise {
  /// Whether the solution asks for all that a source has.
  fileprivate var isBareSource: Bool {
    let statements = Parser.parse(ScriptText(name: LessonRun.name, solution)).tree.statements
    guard statements.count == 1, case .pipeline(let pipeline)? = statements.first else {
      return false
    }
    return pipeline.stages.isEmpty
  }

  /// The source of the solution without its stages; nil where it has several statements.
  var headAlone: String? {
    guard !solution.contains(";"), let pipe = solution.firstIndex(of: "|") else { return nil }
    return solution[..<pipe].trimmed
  }
}
