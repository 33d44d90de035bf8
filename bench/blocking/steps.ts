export { HOSTILE_UNITS, OF_TEXT } from '../../verify/blocking/steps';
