;; Level trees of four steps, each of 31 nodes, one after the other. A node is 12 bytes: four times the number of the feature that it asks
;; for, the threshold, and its value. Node n has the children 2n + 1 and 2n + 2. All places are byte addresses.
(module
  (memory (import "js" "memory") 1)

  ;; Gives the sum of what the trees from `tree` up to `end` say of the 32-bit `features`. Adds to each feature's place among the 64-bit
  ;; `shares` how the steps that ask for it change the answer.
  (func (export "grow")
    (param $tree i32) (param $end i32) (param $features i32) (param $shares i32) (result f64)
    (local $node i32) (local $asked i32) (local $share i32) (local $steps i32)
    (local $here f64) (local $there f64) (local $answer f64)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $tree) (local.get $end)))
        ;; Nodes are counted in bytes from the tree's first.
        (local.set $node (i32.const 0))
        (local.set $here (f64.promote_f32 (f32.load offset=8 (local.get $tree))))
        (local.set $steps (i32.const 4))
        (loop $down
          (local.set $asked (i32.load (i32.add (local.get $tree) (local.get $node))))
          (local.set $node
            (i32.add
              (i32.add (i32.shl (local.get $node) (i32.const 1)) (i32.const 12))
              (i32.mul
                (i32.const 12)
                (f32.ge
                  (f32.load (i32.add (local.get $features) (local.get $asked)))
                  (f32.load offset=4 (i32.add (local.get $tree) (local.get $node)))))))
          (local.set $there (f64.promote_f32 (f32.load offset=8 (i32.add (local.get $tree) (local.get $node)))))
          (local.set $share (i32.add (local.get $shares) (i32.shl (local.get $asked) (i32.const 1))))
          (f64.store
            (local.get $share)
            (f64.sub (f64.add (f64.load (local.get $share)) (local.get $there)) (local.get $here)))
          (local.set $here (local.get $there))
          (local.set $steps (i32.sub (local.get $steps) (i32.const 1)))
          (br_if $down (local.get $steps)))
        (local.set $answer (f64.add (local.get $answer) (local.get $here)))
        (local.set $tree (i32.add (local.get $tree) (i32.const 372)))
        (br $next)))
    (local.get $answer)))
