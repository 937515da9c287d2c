interface FieldOption<T extends string> {
  value: T
  label: string
}

/** The options of a field from the names of all values, in their order. */
export const namedOptions = <T extends string>(names: Record<T, string>): FieldOption<T>[] =>
  Object.entries<string>(names).map(([value, label]) => ({ value: value as T, label }))

/** Values such as magnitudes or confidences as the options of a field, capitalised: "Minor". */
export const optionsOf = <T extends string>(values: readonly T[]): FieldOption<T>[] =>
  values.map(value => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }))

/** Things by their names as the options of a field, below the one for none of them. */
export const optionsAmong = (none: string, things: readonly { id: string; name: string }[]) => [
  { value: '', label: none },
  ...things.map(({ id, name }) => ({ value: id, label: name })),
]
