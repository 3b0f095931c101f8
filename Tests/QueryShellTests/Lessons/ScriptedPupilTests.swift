// SPDX-License-Identifier: MIT

import QuerySyntax
import Testing

@testable import QueryShell

/// Pupils who answer every exercise of the course in each way that is foreseen.
@Suite struct ScriptedPupilTests {
  static let course = CourseReading.bundled(.english).course
  static let ids = course.exercises.map(\.id)

  private static func judge(_ id: String) throws -> ExerciseJudge {
    ExerciseJudge(try #require(course.exercise(id)), in: course)
  }

  @Test(arguments: ids) func anotherFormIsRight(id: String) throws {
    let answer = try #require(ExerciseScripts.others[id])
    let verdict = try Self.judge(id).verdict(on: answer)
    #expect(verdict.kind == .right, "\(verdict.message)")
    #expect(verdict.code == nil)
  }

  @Test(arguments: ids) func misconceptionsAreTold(id: String) throws {
    let judge = try Self.judge(id)
    for known in judge.exercise.misconceptions {
      let verdict = judge.verdict(on: known.query)
      #expect(!verdict.isRight)
      #expect(verdict.code == known.code, "\(known.query)")
      #expect(verdict.advice == known.advice, "\(known.query)")
    }
  }

  @Test(arguments: ids) func noRowsAreWrong(id: String) throws {
    let judge = try Self.judge(id)
    let verdict = judge.verdict(on: "from hotels | filter rooms > 100")
    #expect(!verdict.isRight)
    #expect(verdict.isTry)
    // Two misconceptions leave no rows either.
    #expect(["5.1": "ZE", "6.1": "HO"][id] == verdict.code)
  }

  @Test(arguments: ids) func whatDoesNotRunIsNoTry(id: String) throws {
    let judge = try Self.judge(id)
    for broken in ["from hotels | filtr stars", "", "from hotels | save \"x.csv\"", "from nowhere"]
    {
      let verdict = judge.verdict(on: broken)
      #expect(verdict.kind == .unrun)
      #expect(!verdict.isTry)
    }
  }

  /// A pupil who takes every hint, then the solution.
  @Test(arguments: ids) func hintsLeadToTheEnd(id: String) throws {
    let judge = try Self.judge(id)
    let hints = ExerciseHints(judge.exercise, .english).texts
    #expect(hints.count >= 3)
    let last = try #require(hints.last)
    let solution = judge.exercise.solution
    #expect(judge.verdict(on: solution).isRight)
    // All but one part of the solution stands there.
    if judge.exercise.kind == .gap {
      #expect(last.count == solution.count && last != solution)
      #expect(zip(last, solution).allSatisfy { $0 == $1 || $0 == "_" })
      return
    }
    #expect(last.contains("___"))
    let parts = last.split(separator: "___", omittingEmptySubsequences: false)
    #expect(solution.hasPrefix(parts.first ?? ""))
    #expect(solution.hasSuffix(parts.last ?? ""))
  }
}
