export declare const SERVER_COMMANDS: readonly string[]
export declare const SERVER_OPTIONS: readonly string[]
export declare const SERVER_ENVIRONMENT: Readonly<Record<string, string>>
