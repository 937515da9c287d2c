/** Who acts when it is no person. */
const ACTORS: Record<string, string> = {
  'command-line': 'Somebody on the command line',
  'set-up': 'The set-up',
  import: 'An import',
  revert: 'A revert',
  queue: 'The queue',
  policy: 'The policy',
  'code host': 'The code host',
  payment: 'The payment provider',
  'social network': 'The social network',
}

/** What was done, before the name of what it was done to. */
const VERBS: Record<string, string> = {
  published: 'published',
  withdrawn: 'withdrew',
  dismissed: 'dismissed',
  restored: 'restored',
  queued: 'queued',
  unqueued: 'took out of the queue:',
  rescheduled: 'gave another time to',
  edited: 'edited',
  regenerated: 'had new words written for',
  grouped: 'grouped merges as',
  'rounded up': 'made the round-up',
  ungrouped: 'ungrouped',
  imported: 'imported',
  classified: 'classified',
  'classification undone': 'undid a classification',
  'declined a group': 'declined a proposed group',
  'policy changed': 'changed the publishing policy',
  'page changed': 'changed the changelog page',
  'voice changed': 'changed the voice',
  'settings changed': 'changed the settings',
  'account renamed': 'renamed the account to',
  'origins changed': 'changed which websites may read the feeds',
  'address rotated': 'replaced the addresses of the feeds',
  'slot added': 'added a weekly slot',
  'slot removed': 'removed a weekly slot',
  'queue paused': 'paused the queue',
  'queue resumed': 'resumed the queue',
  'set created': 'created the set',
  'set renamed': 'renamed a set to',
  'set deleted': 'deleted the set',
  'member added': 'added a member as',
  'member invited': 'invited',
  'member removed': 'removed a member:',
  'role changed': 'changed the role of a member to',
  'invitation taken back': 'cancelled the invitation of',
  'token created': 'created the token',
  'token revoked': 'revoked the token',
  'client connected': 'connected the client',
  'client disconnected': 'disconnected the client',
  'repository changed': 'changed the rules of',
  'import started': 'started the import of',
  'failures retried': 'tried again what had failed',
  'uploaded an image': 'uploaded an image',
}

export const actorOf = ({ actor, actorName }: { actor: string; actorName: string | null }): string =>
  actorName ?? ACTORS[actor] ?? 'Tidings'

/** The verb of a sentence; an action without one follows a colon, in the words of the log. */
export const verbOf = (action: string): string => {
  const verb = VERBS[action]
  return verb === undefined ? `: ${action}` : ` ${verb}`
}
