export declare const OLDEST_NODE: string
export declare const ENGINE: string
export declare const NEEDED: string
export declare function isSupported(version: string): boolean
