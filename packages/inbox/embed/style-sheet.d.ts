// An imported style sheet has an effect and no value.
export {};
