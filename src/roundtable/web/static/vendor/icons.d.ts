export declare const ICONS: Set<string>;
