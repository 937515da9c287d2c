import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partsOf } from './name-parts.ts'

const PARTS: Record<string, string> = {
  'RoomView.tsx': 'room view tsx',
  'src/rooms/use_room-list.test.ts': 'src rooms use room list test ts',
  useSignInWithGoogle: 'use sign in with google',
  XMLParser: 'xmlparser',
  parseHTML: 'parse html',
  v2Router: 'router',
  'a/b/c': '',
  'größe.md': 'gr md',
  [`${'x'.repeat(19)}-${'y'.repeat(20)}`]: 'x'.repeat(19),
  '': '',
}

for (const [name, parts] of Object.entries(PARTS))
  test(`the parts of “${name}”`, () => assert.equal(partsOf(name).join(' '), parts))
