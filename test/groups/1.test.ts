import { declareGroup } from '../support/group';

declareGroup(1);
