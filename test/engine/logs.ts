import type { Logger, LogMetadata } from 'n8n-workflow';
import { LoggerProxy } from 'n8n-workflow';

import { Container, requireFromCore } from './services';

export interface LogEntry {
	level: keyof Logger;
	message: string;
	metadata: LogMetadata;
}

type Method = (message: string, metadata?: LogMetadata) => void;

const entries: LogEntry[] = [];

const record =
	(level: keyof Logger): Method =>
	(message, metadata = {}) => {
		entries.push({ level, message, metadata });
	};

interface RecordingLogger extends Logger {
	scoped(): RecordingLogger;
}

/** Takes the place of n8n's logger: keeps every entry, of every level, and prints nothing. */
const recorder: RecordingLogger = {
	error: record('error'),
	warn: record('warn'),
	info: record('info'),
	debug: record('debug'),
	scoped: () => recorder,
};

const { Logger: LoggerService } = requireFromCore('@n8n/backend-common') as { Logger: object };

Container.set(LoggerService, recorder);
LoggerProxy.init(recorder);

/** Starts listening; the returned function gives what was logged since. */
export function captureLogs(): () => LogEntry[] {
	const start = entries.length;
	return () => entries.slice(start);
}
