const PATH = 'It reads only paths of fewer than 400 characters.'

/** Patterns that are slow on long texts but do no harm, by file and by how they begin, with the reason. */
export const ALLOWED: readonly { file: string; source: string; because: string }[] = [
  {
    file: 'src/judgement/classification/features/file-role.ts',
    source: '^(?:packages|modules|',
    because: PATH,
  },
]
