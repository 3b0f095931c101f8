// SPDX-License-Identifier: MIT

import Catalogue

/// Reads members of many records of a text into columns of tokens.
protocol RecordTokenizer: AnyObject {
  /// Reads records; false when memory runs out.
  func parse(_ payload: Payload, _ spans: ArraySlice<RecordSpan>) -> Bool

  /// The tokens of a field, one for each record of the last call, for values of a type or for
  /// finding one; nil when none of the records has the field.
  func tokens(_ field: Int, as type: ValueType?) -> [ValueToken]?

  /// How reading each record of the last call ended.
  func statuses() -> [RecordStatus]

  /// What of the records of the last call was not read.
  func losses() -> [RecordLoss]
}

/// Finds out which members there are.
protocol DiscoveringTokenizer: RecordTokenizer {
  /// Reads records; new members become fields. False when memory runs out.
  func discover(_ payload: Payload, _ spans: ArraySlice<RecordSpan>) -> Bool

  /// The names of the fields, given or discovered, from an index on.
  func names(from first: Int) -> [String]

  /// How many members were left out because there were too many names.
  var ignored: Int { get }

  /// What values of one field have in common, for finding its type.
  func shape(of tokens: [ValueToken], in payload: Payload) -> ValueShape
}

/// A format of text, whose values are tokens.
protocol TextFormat: RecordFormat {
  /// A tokenizer of the given members, which are then its fields from 0; nil when memory runs out.
  func tokenizer(of payload: Payload, fields: [String]) -> (any DiscoveringTokenizer)?

  /// Looks into single values.
  func values(of payload: Payload) -> any ValueReader

  /// The type of a field whose values are of a shape.
  func type(of shape: ValueShape) -> ValueType
}

extension TextFormat {
  package func fields(
    of payload: Payload, _ index: RecordIndex
  ) throws(SourceFault) -> InferredFields {
    try TypeInference.infer(payload, index, self)
  }

  package func reader(
    of payload: Payload, _ layout: ListLayout, fields: [Int]
  ) -> (any RecordReader)? {
    let members = WantedMembers(layout, fields: fields)
    return tokenizer(of: payload, fields: members.names).map {
      TextRecordReader(payload, self, layout, members, parser: $0)
    }
  }
}
