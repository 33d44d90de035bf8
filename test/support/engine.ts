export * from '../../verify/harness/engine/engine';
