import { FNV_BASIS, fnv } from '#kit/fnv.ts'
import { Slots } from '#kit/slots.ts'
import type { ChangedFile } from '#pulls/pull-request.ts'
import { placeOf, ROLES, type Role } from './role.ts'
import { isPeculiar, roleOfFolder, roleOfName, roleOfWhole } from './role-of.ts'

/** A folder, with the slash at its end; empty for the top. */
export interface Folder {
  path: string
  /** By which it is told from others: the hash of its path. */
  key: number
  /** 1 for the top. */
  depth: number
  /** Of files in it, among `ROLES`, as far as it alone tells; below zero where a whole path decides. */
  place: number
}

/** The last part of a path. */
export interface FileName {
  written: string
  key: number
  /** Of its role among `ROLES`. */
  place: number
}

/** A path in its parts. */
export interface PlacedPath {
  path: string
  key: number
  /** Of the uppermost folder; of a file at the top its own. */
  rootKey: number
  folder: Folder
  name: FileName
  role: Role
  /** Of the role among `ROLES`. */
  place: number
}

/** Paths, folders and names recur, within a change and between changes. */
const paths = new Slots<PlacedPath>()
const folders = new Slots<Folder>()
const names = new Slots<FileName>()

/** Reads a path. Every decision does so for all files of a change, so what is known is found without cutting anything out. */
export function placed(path: string): PlacedPath {
  const sketch = sketchOf(path)
  const known = paths.at(sketch)
  return known?.path === path ? known : paths.put(sketch, read(path))
}

const STRIDE = 3

/** A hash of every third character: enough to tell most paths apart, and all that is compared is compared in full. */
function sketchOf(path: string): number {
  let hash = FNV_BASIS
  for (let at = path.length - 1; at >= 0; at -= STRIDE) hash = fnv(hash, path.charCodeAt(at))
  return hash
}

const SLASH = 47

function read(path: string): PlacedPath {
  let key = FNV_BASIS
  let folderKey = key
  let rootKey = 0
  let end = 0
  for (let at = 0; at < path.length; at++) {
    const code = path.charCodeAt(at)
    key = fnv(key, code)
    if (code !== SLASH) continue
    if (end === 0) rootKey = key
    folderKey = key
    end = at + 1
  }
  const folder = folderOf(path, end, folderKey)
  const name = nameOf(path, end)
  const place = folder.place < 0 ? placeOf(roleOfWhole(path)) : Math.min(folder.place, name.place)
  const role = ROLES[place] ?? 'other'
  return { path, key, rootKey: end === 0 ? key : rootKey, folder, name, role, place }
}

function folderOf(path: string, end: number, key: number): Folder {
  const known = folders.at(key)
  if (known?.key === key && known.path.length === end && path.startsWith(known.path)) return known
  const own = path.slice(0, end)
  const place = isPeculiar(own) ? -1 : placeOf(roleOfFolder(own))
  return folders.put(key, { path: own, key, depth: own.split('/').length, place })
}

function nameOf(path: string, from: number): FileName {
  let key = FNV_BASIS
  for (let at = from; at < path.length; at++) key = fnv(key, path.charCodeAt(at))
  const known = names.at(key)
  if (known?.key === key && known.written.length === path.length - from && path.endsWith(known.written))
    return known
  const written = path.slice(from)
  return names.put(key, { written, key, place: placeOf(roleOfName(written)) })
}

const placedFiles = new WeakMap<readonly ChangedFile[], readonly PlacedPath[]>()

/** Where the files of a change are, in their order; asked again, it is not read again. */
export function placesOf(files: readonly ChangedFile[]): readonly PlacedPath[] {
  const known = placedFiles.get(files)
  if (known) return known
  const fresh = files.map(({ path }) => placed(path))
  placedFiles.set(files, fresh)
  return fresh
}
