import { BinaryDataService } from 'n8n-core';
import type { INodeExecutionData } from 'n8n-workflow';

import { Container } from './services';

let ready: Promise<BinaryDataService> | undefined;

async function initialise(): Promise<BinaryDataService> {
	const service = Container.get(BinaryDataService);
	await service.init();
	return service;
}

/** n8n's store for binary data, in files below the temporary user folder, as by default in n8n. */
export async function binaryDataService(): Promise<BinaryDataService> {
	return await (ready ??= initialise());
}

/** The content of an item's file, wherever n8n keeps it. */
export async function readBinary(
	item: INodeExecutionData | undefined,
	property = 'data',
): Promise<Buffer> {
	const binary = item?.binary?.[property];
	if (!binary) throw new Error(`The item has no binary data in "${property}"`);
	return await (await binaryDataService()).getAsBuffer(binary);
}
