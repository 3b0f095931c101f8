// SPDX-License-Identifier: MIT

#ifndef CRuntimeMessage_h
#define CRuntimeMessage_h

/// From now on what the Swift runtime and the C++ library write to the C stream of errors is looked
/// at first. That there was no memory, and all that follows it, is not written but remembered.
void cq_watch_runtime_messages(void);

/// Whether the runtime has said that there was no memory, or the system gives none; may be asked in
/// a signal handler, once, by the thread that has trapped.
int cq_has_no_memory(void);

/// Whether no other thread has asked before: the one that ends the process for all.
int cq_ends_first(void);

#endif
