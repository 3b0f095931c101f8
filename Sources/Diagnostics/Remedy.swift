// SPDX-License-Identifier: MIT

/// A way out of a fault that goes by way of the program around the engine: its options, its
/// commands, its prompt. Only that program has words for it.
public enum Remedy: Sendable, Equatable {
  /// A file or the bundled sample can be read in place of a source that does not answer.
  case readInstead(source: String)
  /// A record or a value that is wrong stops nothing where less is insisted on.
  case tolerateRecords
  /// The same of rows whose server warns of them.
  case tolerateWarning
  /// Servers may not be asked; once they may be, the answer is kept.
  case goOnline
  /// What of a damaged file is whole can be read: so many records.
  case salvage(records: Int)
  /// Other answers of a source are kept, of these queries among others, if any is known.
  case keptAnswers(count: Int, queries: [String], isOffline: Bool)
  /// A server can be asked again, and tested.
  case askAgain(source: String, wantsKey: Bool)
  /// A key that a service wants can be given, or given so that it may be sent.
  case provideKey(KeyRemedy)
  /// Rows that are not live can be taken for what they are.
  case takeOldRows(source: String, refusedBy: Insistence)
  /// The list of a source can be read first.
  case readList(source: String)
  /// More of a list can be read.
  case readMore
  /// The rules that a script is judged by can be listed.
  case listRules
  /// What a script says in place of a command of the prompt.
  case sayInScript(command: String)
  /// A definition can read what is not read so without one.
  case declare(Declaration)
  /// A definition needs no fields that nobody asks for, and limits can be listed.
  case declareFewer
  /// What checks a script asks no server and reads no copy.
  case checkWithoutAsking
  /// Words of the language can be explained.
  case explainWord
  /// What a pack holds can be listed.
  case readPackedAnswers

  /// What insists on live rows.
  public enum Insistence: Sendable, Equatable {
    case options, statement
  }
}

/// What a definition can say of a field.
public enum Declaration: Sendable, Equatable {
  /// That its dates are written as text.
  case dates
  /// That its numbers are written as text.
  case numbers
  /// That it is the value at a path within a value of no certain type.
  case member(name: String, path: String)
  /// That its numbers are kept as they are written, by a type.
  case written(name: String, type: String)
}

/// A way to give a key that a service wants.
public enum KeyRemedy: Sendable, Equatable {
  /// In a variable of the environment, or in the file of keys, if there may be one.
  case variable(String, file: String?)
  /// With the signs alone that keys have.
  case printable
  /// A name and a password stand there.
  case login
  /// With all of its signs, at least so many.
  case whole(least: Int)
  /// In a line that names it.
  case namedLine
  /// In a file that is its owner's alone.
  case privateFile(String)
  /// To an address that is asked with encryption.
  case encryptedAddress
}
