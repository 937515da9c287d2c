/** The ways in which merges arrive, as cards to choose from. */
export const WAYS = [
  {
    value: 'app',
    title: 'GitHub',
    hint: 'Choose repositories on GitHub. New merges arrive by themselves, and past ones can be imported.',
  },
  {
    value: 'webhook',
    title: 'Webhook',
    hint: 'One repository on any code host. You add a webhook to it there.',
  },
  {
    value: 'git',
    title: 'Git directory',
    hint: 'The history of a repository on this server. Nothing is sent over the network.',
  },
] as const

export type Way = (typeof WAYS)[number]['value']
