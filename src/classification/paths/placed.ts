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
  /** Of files in it, its place among `ROLES`, as far as the folder alone tells; below zero where a whole path decides. */
  rolePlace: number
}

/** The last part of a path. */
export interface FileName {
  written: string
  key: number
  rolePlace: number
}

/** A path in its parts. */
export interface PlacedPath {
  path: string
  key: number
  /** Of the uppermost folder, with the slash at its end; of a file at the top its own. */
  rootKey: number
  /** The same without the slash. */
  topKey: number
  folder: Folder
  name: FileName
  role: Role
  /** Of the role among `ROLES`. */
  rolePlace: number
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
  let topKey = 0
  let end = 0
  for (let at = 0; at < path.length; at++) {
    const code = path.charCodeAt(at)
    const before = key
    key = fnv(before, code)
    if (code !== SLASH) continue
    if (end === 0) {
      topKey = before
      rootKey = key
    }
    folderKey = key
    end = at + 1
  }
  if (end === 0) {
    topKey = key
    rootKey = key
  }
  const folder = folderOf(path, end, folderKey)
  const name = nameOf(path, end)
  const rolePlace =
    folder.rolePlace < 0 ? placeOf(roleOfWhole(path)) : Math.min(folder.rolePlace, name.rolePlace)
  return { path, key, rootKey, topKey, folder, name, role: ROLES[rolePlace] ?? 'other', rolePlace }
}

function folderOf(path: string, end: number, key: number): Folder {
  const known = folders.at(key)
  if (known?.key === key && known.path.length === end && path.startsWith(known.path)) return known
  const own = path.slice(0, end)
  const rolePlace = isPeculiar(own) ? -1 : placeOf(roleOfFolder(own))
  return folders.put(key, { path: own, key, depth: own.split('/').length, rolePlace })
}

function nameOf(path: string, from: number): FileName {
  let key = FNV_BASIS
  for (let at = from; at < path.length; at++) key = fnv(key, path.charCodeAt(at))
  const known = names.at(key)
  if (known?.key === key && known.written.length === path.length - from && path.endsWith(known.written))
    return known
  const written = path.slice(from)
  return names.put(key, { written, key, rolePlace: placeOf(roleOfName(written)) })
}

const placedLists = new WeakMap<readonly ChangedFile[], readonly PlacedPath[]>()

/** The paths of a change's files, in their order. Asked again they are not read again, so the list must not be changed. */
export function pathsOf(files: readonly ChangedFile[]): readonly PlacedPath[] {
  const known = placedLists.get(files)
  if (known) return known
  const fresh = files.map(({ path }) => placed(path))
  placedLists.set(files, fresh)
  return fresh
}
