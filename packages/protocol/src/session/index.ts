export { BrowserKey } from './browser-key.ts';
export {
  assembleBrowserProof,
  browserKeyDigest,
  browserKeyPlace,
  browserProofBytes,
  browserProofHeader,
  isReading,
  type ProofFacts,
  type ProvenCall,
  proofNonceBytes,
  serverTimeHeader,
} from './browser-proof.ts';
export { verifyBrowserProof } from './verify-browser-proof.ts';
