export * from '../../verify/harness/engine/package';
