import { declareGroup } from '../support/group';

declareGroup(4);
