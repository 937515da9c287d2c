import type { Copy } from '#writing/pitch.ts'
import type { WriterAnswer } from '#writing/prompts/questions.ts'
import type { Behaviour } from './language-model-server.ts'

/** A writer's answer in which all words rest on one passage. */
export const wordsFrom = ({ headline, body }: Copy, from: string): WriterAnswer => ({
  tellable: 'tell',
  why: '',
  headline: { text: headline, from },
  sentences: body === '' ? [] : [{ text: body, from }],
  steps: [],
})

/** A model that answers with these words, which rest on the title in the prompt. */
export const answering =
  (words: Copy | WriterAnswer): Behaviour =>
  asked => ({
    text: JSON.stringify('tellable' in words ? words : wordsFrom(words, titleIn(asked.prompt))),
  })

/** The title of the pull request in a prompt. */
export const titleIn = (prompt: string): string => /^Title: (.*)$/m.exec(prompt)?.[1] ?? ''
