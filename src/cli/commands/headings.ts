/** The headings of the help, the daily ones first, and the first words of the commands below each. */
export const HEADINGS: Record<string, readonly string[]> = {
  'Getting started': ['preview', 'serve'],
  Entries: ['entry'],
  'Queue and schedule': ['queue', 'slot', 'policy'],
  'Pull requests': ['pull'],
  'Import and export': ['import', 'backfill', 'export'],
  'Code hosts': ['source', 'github-app', 'repository'],
  'Accounts and people': ['account', 'set', 'user', 'plan'],
  'Programs and assistants': ['token', 'mcp'],
  Operations: ['doctor', 'backup', 'migrate', 'deliveries', 'jobs', 'mail', 'web', 'worker'],
  Classification: ['classify', 'backtest', 'train', 'eval'],
}
