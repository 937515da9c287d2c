import type { Command } from '../command.ts'

/** Every command by its words, loaded only when it is asked for. */
export const COMMANDS: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./serve.ts')).serve,
  web: async () => (await import('./serve.ts')).web,
  worker: async () => (await import('./serve.ts')).worker,
  preview: async () => (await import('./preview.ts')).preview,
  'import git': async () => (await import('./import.ts')).importGit,
  'import jsonl': async () => (await import('./import.ts')).importJsonLines,
  classify: async () => (await import('./classify.ts')).classify,
  backtest: async () => (await import('./backtest.ts')).backtest,
  train: async () => (await import('./train.ts')).train,
  eval: async () => (await import('./eval.ts')).evaluate,
  'account create': async () => (await import('./account.ts')).createCommand,
  'account list': async () => (await import('./account.ts')).listCommand,
  'account origins': async () => (await import('./account.ts')).originsCommand,
  'account rotate': async () => (await import('./account.ts')).rotateCommand,
  'set create': async () => (await import('./set.ts')).createCommand,
  'set list': async () => (await import('./set.ts')).listCommand,
  'entry list': async () => (await import('./entry.ts')).listCommand,
  'entry publish': async () => (await import('./entry.ts')).publishCommand,
  'entry withdraw': async () => (await import('./entry.ts')).withdrawCommand,
  'entry dismiss': async () => (await import('./entry.ts')).dismissCommand,
  'pull list': async () => (await import('./pull.ts')).listCommand,
  migrate: async () => (await import('./migrate.ts')).migrate,
  backup: async () => (await import('./backup.ts')).backup,
  doctor: async () => (await import('./doctor.ts')).doctor,
}
