export type Json = string | number | boolean | null | JsonObject | Json[];
export interface JsonObject {
	[key: string]: Json | undefined;
}

export const isObject = (value: unknown): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
